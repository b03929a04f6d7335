import * as field from '~/kit/shared/fields/fields';

export const mostDecimals = 3;

/** A unit in which quantities are counted (docs/product/tax.md#units). */
export const unitFields = {
  id: field.id,
  code: field.text({
    label: 'Code',
    required: true,
    max: 30,
    sortable: true,
    messages: { required: 'Unit code is required' },
  }),
  name: field.text({
    label: 'Name',
    required: true,
    max: 50,
    sortable: true,
    messages: { required: 'Unit name is required' },
  }),
  uqc: field.text({
    label: 'UQC',
    max: 8,
    sortable: true,
    format: (text) => /^[A-Za-z]{3,8}$/.test(text),
    normalize: (text) => text.toUpperCase(),
    messages: { format: 'UQC must be 3 to 8 letters, such as NOS or KGS' },
  }),
  decimals: field.wholeNumber({
    label: 'Decimals',
    required: true,
    max: mostDecimals,
    step: 1,
    emptyMeans: 0,
    sortable: true,
  }),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type Unit = field.RowOf<typeof unitFields>;
export type UnitPatch = field.PatchOf<typeof unitFields>;
