import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import * as field from '~/kit/shared/fields/fields';
import { unitPriceOptions } from '~/modules/sales/documents/documents.fields';

const mostFactor = 999_999_999;

/** What one vendor sells a product for (docs/product/vendors.md#terms), in the order of the columns. */
export const termFields = {
  product_id: field.link({ label: 'Product', to: 'products', required: true }),
  product_name: field.derived(field.text({ label: 'Product', required: true, max: 255 })),
  sku_code: field.derived(field.text({ label: 'SKU', required: true, max: 100 })),
  /** The unit in which the product is counted. */
  product_unit: field.derived(field.text({ label: 'Product Unit', required: true, max: 20 })),
  vendor_sku: field.text({ label: 'Vendor SKU', max: 100 }),
  /** The unit in which the vendor sells: one holds `factor` of the product's unit. */
  unit: field.text({ label: 'Unit', required: true, max: 20 }),
  factor: field.quantity({ label: 'Factor', required: true, max: mostFactor }),
  price: field.price({ ...unitPriceOptions, label: 'Price', required: false }),
  min_quantity: field.measure({ label: 'Minimum Quantity', min: 0.001, max: mostFactor }),
  multiple: field.measure({ label: 'Multiple', min: 0.001, max: mostFactor }),
  lead_days: field.wholeNumber({ label: 'Lead Days', max: 3650 }),
  is_preferred: field.flag({ label: 'Preferred' }),
};

export type Terms = field.RowOf<typeof termFields>;

/** The fields that a form holds as typed text. */
export const typedTermNames = [
  'vendor_sku',
  'unit',
  'factor',
  'price',
  'min_quantity',
  'multiple',
  'lead_days',
] as const;

/** Terms of a product, with the vendor that has them. */
export const vendorTermFields = {
  vendor_id: field.link({ label: 'Vendor', to: 'vendors', required: true }),
  vendor_name: field.derived(field.text({ label: 'Vendor', required: true, max: 100 })),
  vendor_code: field.derived(field.text({ label: 'Vendor Code', required: true, max: 30 })),
  is_active: field.derived(field.flag({ label: 'Active' })),
  ...termFields,
};

export type VendorTerms = field.RowOf<typeof vendorTermFields>;

export const mostTerms = 1000;

const readBack = z.unknown().optional().describe('Read back from a response, and not checked');
const termSchema = z.strictObject({
  product_id: fieldSchema(termFields.product_id),
  product_name: readBack,
  sku_code: readBack,
  product_unit: readBack,
  ...sentFields(termFields, [...typedTermNames, 'is_preferred']),
});

export type SentTerms = z.output<typeof termSchema>;

/** The whole list of a vendor's terms. */
export const termsSchema = z.strictObject({
  items: z
    .array(termSchema, { error: 'The items must be a list' })
    .max(mostTerms, { error: 'A vendor can have at most 1,000 products' }),
  updated_at: seenSchema,
});
