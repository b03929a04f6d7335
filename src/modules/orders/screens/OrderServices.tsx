import { TextInput } from '@mantine/core';
import { LineRow } from '~/modules/documents/screens/LineRow';
import { itsOwnTax } from '~/modules/documents/typed-lines.rules';
import { ServicePicker } from '~/modules/services/screens/ServicePicker';
import { LinesFoot, OrderLineTerms } from './OrderItems';
import type { OrderForm } from './useOrderForm';
import { FormSection } from '~/kit/ui/form/FormParts';

interface Props {
  form: OrderForm;
  locked: boolean;
}

export function OrderServices({ form, locked }: Props) {
  const { services } = form.typed;
  return (
    <FormSection>
      <legend>Services</legend>
      {services.map((service, index) => {
        const shared = form.lineProps('services', service, index);
        const at = `services.${index}`;
        const change = (values: Partial<typeof service>) =>
          form.changeLine('services', service.key, values);
        return (
          <LineRow
            key={service.key}
            {...shared}
            locked={locked}
            below={
              <>
                <OrderLineTerms form={form} list="services" index={index} locked={locked} />
                <TextInput
                  aria-label={`${shared.name} notes`}
                  placeholder="Notes for this service"
                  value={service.notes}
                  error={form.errorOf(`${at}.notes`)}
                  onBlur={() => form.leave(`${at}.notes`)}
                  readOnly={locked}
                  onChange={(event) => change({ notes: event.currentTarget.value })}
                />
              </>
            }
          >
            <ServicePicker
              value={service.service_id}
              chosenName={service.description}
              locked={locked}
              error={form.errorOf(`${at}.service_id`)}
              autoFocus={form.added === service.key}
              onChange={(chosen) =>
                change({
                  service_id: chosen.id,
                  description: chosen.service_name,
                  unit_price: chosen.price === null ? '' : String(chosen.price),
                  ...itsOwnTax,
                })
              }
              onBlur={() => form.leave(`${at}.service_id`)}
            />
          </LineRow>
        );
      })}
      <LinesFoot form={form} list="services" addLabel="Add Service" locked={locked} />
    </FormSection>
  );
}
