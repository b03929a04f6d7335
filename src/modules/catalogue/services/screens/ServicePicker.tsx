import type { Filter } from '~/kit/shared/filters/filters';
import { folded, isIn, searchOf } from '~/kit/shared/filters/searching';
import { formatPrice } from '~/kit/shared/money/money';
import { type PickerProps, RecordPicker } from '~/kit/ui/form/RecordPicker';
import { type Service, serviceTypes } from '../services.fields';
import { useServices } from './services.client';

const typeTexts = new Map<string, string>(serviceTypes.map(({ value, label }) => [value, label]));
const typeOf = (service: Service) => typeTexts.get(service.service_type) ?? service.service_type;

// "Installation" is displayed and "Product Installation" is stored: both can be searched for.
const search: Filter<Service, unknown> = {
  key: 'search',
  label: 'Search',
  kind: 'search',
  test: (service, value) => {
    const text = folded(`${service.service_name} ${service.service_type} ${typeOf(service)}`);
    return isIn(text, searchOf(value));
  },
};
const isActive = (service: Service) => service.is_active;
const nameOf = (service: Service) => service.service_name;
const noteOf = (service: Service) =>
  `${typeOf(service)} · ${service.price === null ? 'Quote Required' : formatPrice(service.price)}`;

/** Chooses an active service by name or type (docs/product/services.md#picker). */
export function ServicePicker({ label = 'Service', ...props }: PickerProps<Service>) {
  const services = useServices();
  return (
    <RecordPicker
      {...props}
      label={label}
      list={services}
      isOffered={isActive}
      search={search}
      nameOf={nameOf}
      noteOf={noteOf}
      placeholder="Search by name or type"
    />
  );
}
