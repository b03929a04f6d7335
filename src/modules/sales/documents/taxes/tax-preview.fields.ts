import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { day, maxId } from '~/kit/shared/fields/fields';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import {
  discountFields,
  documentTaxFields,
  lineTaxFields,
  mostLines,
  rupees,
  sentDiscount,
  sentDocumentTax,
  sentLineTax,
} from '../documents.fields';

const link = z.int().min(1).max(maxId).nullable().optional();

/** A line as it is typed: what is not a number yet counts as nothing. */
const previewLine = z.strictObject({
  product_id: link,
  service_id: link,
  quantity: z.number().min(0),
  unit_price: z.number().min(0),
  hsn_code: sentLineTax.hsn_code,
  unit: sentLineTax.unit,
  discount_percent: sentLineTax.discount_percent,
  discount_amount: sentLineTax.discount_amount,
  tax_class_id: sentLineTax.tax_class_id,
});

const { billing_address_id, shipping_address_id, supply_type, place_of_supply, reverse_charge } =
  sentDocumentTax;

/** Validates a document that is being typed (docs/product/tax.md#one-computation). */
export const taxPreviewSchema = z.strictObject({
  customer_id: link.describe('Empty for a lead'),
  lead_id: link,
  date: fieldSchema(day({ label: 'Date' })).optional(),
  lines: z.array(previewLine).max(mostLines, { error: 'A document can have at most 1,000 lines' }),
  billing_address_id,
  shipping_address_id,
  supply_type,
  place_of_supply,
  reverse_charge,
  ...sentDiscount,
});

export type TaxPreviewBody = z.input<typeof taxPreviewSchema>;

const { taxable_value, ...lineFields } = lineTaxFields;
const { tax_mode: _mode, place_chosen: _chosen, ...documentFields } = documentTaxFields;

const lineResponse = rowSchema({ ...lineFields, taxable_value });

export const taxPreviewResponse = rowSchema({
  ...documentFields,
  subtotal: rupees('Subtotal'),
  tax_amount: rupees('Tax'),
  total_amount: rupees('Total'),
  ...discountFields,
}).and(
  z.object({
    split: z.enum(['within', 'between', 'none']),
    reason: z.string().describe('Why the place of supply is that one'),
    day: z.string(),
    lines: z.array(lineResponse),
  }),
);

export type TaxPreview = z.output<typeof taxPreviewResponse>;
export type PreviewLine = z.output<typeof lineResponse>;
