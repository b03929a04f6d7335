import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { nameOptions } from '~/kit/shared/fields/contact';
import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import { seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import { quantityOptions, unitPriceOptions } from '~/modules/sales/documents/documents.fields';

/** The fields of a price list and their validation (docs/product/price-lists.md#fields), in the order of the columns. */
export const priceListFields = {
  id: field.id,
  name: field.text({
    ...nameOptions,
    label: 'Name',
    messages: {
      required: 'Price list name is required',
      min: 'Price list name must be at least 2 characters',
      max: 'Price list name cannot exceed 100 characters',
    },
  }),
  /** Null for all customers. */
  customer_id: field.link({ label: 'Customer', to: 'customers' }),
  customer_name: field.derived(field.text({ label: 'Customer', max: 100, sortable: true })),
  valid_from: field.day({ label: 'Valid From', required: true, sortable: true }),
  valid_until: field.day({ label: 'Valid Until', sortable: true }),
  product_count: field.derived(
    field.wholeNumber({ label: 'Products', required: true, max: 1000, sortable: true }),
  ),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  /** Whether an administrator was the last to set prices, customer or days. */
  set_by_admin: field.readOnly(field.flag({ label: 'Set by an Administrator' })),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated', sortable: true }),
  custom: customOf('price_lists'),
};

/** The price of a product from a quantity on. */
export const priceFields = {
  product_id: field.link({ label: 'Product', to: 'products', required: true }),
  product_name: field.derived(field.text({ label: 'Product', required: true, max: 255 })),
  sku_code: field.derived(field.text({ label: 'SKU', required: true, max: 100 })),
  from_quantity: field.measure({ ...quantityOptions, label: 'From Quantity', min: 0.001 }),
  unit_price: field.price(unitPriceOptions),
};

/** The greatest discount below the list that people of a role may give. */
export const limitFields = {
  role_id: field.link({ label: 'Role', to: 'roles', required: true }),
  role_name: field.derived(field.text({ label: 'Role', required: true, max: 50 })),
  percent: field.percent({ label: 'Discount Limit', required: true }),
};

export type PriceList = field.RowOf<typeof priceListFields>;
export type ListedPrice = field.RowOf<typeof priceFields>;
export type DiscountLimit = field.RowOf<typeof limitFields>;

/** A price list with its prices and limits, as `GET /price-lists/{id}` and the writing calls answer it. */
export type WholePriceList = PriceList & {
  items: ListedPrice[];
  discount_limits: DiscountLimit[];
};

/** The fields that many price lists change at once (docs/product/bulk.md#bulk-changes): a name belongs to only one. */
export const manyPriceListFields = ['customer_id', 'valid_from', 'valid_until', 'notes'] as const;

export const mostPrices = 1000;
const mostLimits = 100;

const readBack = z.unknown().optional().describe('Read back from an answer: taken no notice of');

const priceSchema = z.strictObject({
  product_id: fieldSchema(priceFields.product_id),
  product_name: readBack,
  sku_code: readBack,
  from_quantity: fieldSchema(priceFields.from_quantity).optional(),
  unit_price: fieldSchema(priceFields.unit_price),
});

const limitSchema = z.strictObject({
  role_id: fieldSchema(limitFields.role_id),
  role_name: readBack,
  percent: fieldSchema(limitFields.percent),
});

const { name, ...others } = sentFields(priceListFields, [
  'name',
  'customer_id',
  'valid_from',
  'valid_until',
  'notes',
]);

const rest = {
  ...others,
  items: z
    .array(priceSchema, { error: 'The items must be a list' })
    .max(mostPrices, { error: 'A price list can have at most 1,000 items' })
    .optional(),
  discount_limits: z
    .array(limitSchema, { error: 'The discount limits must be a list' })
    .max(mostLimits, { error: 'A price list can have at most 100 discount limits' })
    .optional(),
};

export const newPriceListSchema = z.strictObject({
  name: fieldSchema(priceListFields.name),
  ...rest,
});

export const priceListPatchSchema = z.strictObject({ name, ...rest, updated_at: seenSchema });

export type NewPriceList = z.output<typeof newPriceListSchema>;
export type PriceListPatch = z.output<typeof priceListPatchSchema>;
export type SentPrice = z.output<typeof priceSchema>;
export type SentLimit = z.output<typeof limitSchema>;
