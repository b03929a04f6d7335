import { useMemo } from 'react';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { Typed } from '~/kit/ui/form/formValues';
import { useCategories } from '~/modules/catalogue/products/catalogue/screens/categories.client';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { countFields, type WholeCount } from '../counts.fields';
import type { Location } from '~/modules/catalogue/products/locations/locations.fields';
import { useLocations } from '~/modules/catalogue/products/locations/screens/locations.client';
import type { Counts } from './counts.client';

interface Props {
  counts: Counts;
  opened: boolean;
  onCreated: (count: WholeCount) => void;
  onClose: () => void;
}

/** "New Stock Count" (docs/product/counts.md#screens). */
export default function CountForm(props: Props) {
  const { rows, state } = useLocations();
  if (!props.opened || state !== 'ready') return null;
  return <Form {...props} locations={rows} />;
}

const sections = [
  { title: '', names: ['location_id', 'category_id', 'count_date', 'is_blind'] },
] as const;

function notesOf({ category_id, is_blind }: Typed) {
  const all = { text: 'Without one, all products are counted.', isDoubt: false };
  const blind = { text: 'The page does not show what should be there.', isDoubt: false };
  return {
    ...(category_id ? {} : { category_id: all }),
    ...(is_blind === 'true' ? { is_blind: blind } : {}),
  };
}

function Form({
  counts,
  locations,
  onCreated,
  onClose,
}: Props & { locations: readonly Location[] }) {
  const { today } = useCompany();
  const { rows: categories } = useCategories();
  const choices = useMemo(
    () => ({
      location_id: locations
        .filter(({ is_active }) => is_active)
        .map(({ id, name }) => ({ value: String(id), label: name })),
      category_id: categories.map(({ id, category_name }) => ({
        value: String(id),
        label: category_name,
      })),
    }),
    [locations, categories],
  );
  const initial = useMemo(() => {
    const usual = locations.find(({ is_default }) => is_default);
    return { count_date: today, is_blind: false, ...(usual ? { location_id: usual.id } : {}) };
  }, [locations, today]);
  return (
    <FormDialog
      onClose={onClose}
      title="New Stock Count"
      size="lg"
      fields={countFields}
      sections={sections}
      choices={choices}
      initial={initial}
      notes={notesOf}
      required={['location_id', 'count_date']}
      submitLabel="Create Stock Count"
      failed={{ refused: 'Failed to create stock count' }}
      onSubmit={async (values, key) => {
        onCreated(await counts.create(values, key));
        return 'Stock count created successfully';
      }}
    />
  );
}
