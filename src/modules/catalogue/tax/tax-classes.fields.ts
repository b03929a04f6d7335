import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { seenSchema } from '~/kit/shared/fields/record-schemas';

export const treatments = [
  { value: 'taxable', label: 'Taxable' },
  { value: 'zero_rated', label: 'Zero-rated' },
  { value: 'nil_rated', label: 'Nil-rated' },
  { value: 'exempt', label: 'Exempt' },
  { value: 'non_gst', label: 'Non-GST' },
] as const;

/** A tax class without its rates (docs/product/tax.md#tax-classes). */
export const taxClassFields = {
  id: field.id,
  name: field.text({
    label: 'Name',
    required: true,
    max: 60,
    sortable: true,
    messages: { required: 'Tax class name is required' },
  }),
  treatment: field.choice({
    label: 'Treatment',
    choices: treatments,
    required: true,
    sortable: true,
  }),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

/** What one row of a class's rates is made of. */
export const taxRateFields = {
  rate: field.percent({ label: 'Rate', required: true }),
  valid_from: field.day({ label: 'Valid From', required: true }),
};

const name = fieldSchema(taxClassFields.name);
const treatment = fieldSchema(taxClassFields.treatment);

const taxRateSchema = z.strictObject({
  rate: fieldSchema(taxRateFields.rate),
  valid_from: fieldSchema(taxRateFields.valid_from),
});

const mostRates = 50;
const rates = z
  .array(taxRateSchema, { error: 'Rates must be a list' })
  .max(mostRates, { error: `A tax class has at most ${mostRates} rates` });

export const newTaxClassSchema = z.strictObject({
  name,
  treatment: treatment.optional(),
  rates: rates.optional(),
});

export const taxClassPatchSchema = z.strictObject({
  name: name.optional(),
  treatment: treatment.optional(),
  rates: rates.optional(),
  updated_at: seenSchema,
});

export type TaxRate = z.output<typeof taxRateSchema>;
export type TaxClass = field.RowOf<typeof taxClassFields> & { rates: TaxRate[] };
export type NewTaxClass = z.output<typeof newTaxClassSchema>;
export type TaxClassPatch = z.output<typeof taxClassPatchSchema>;
