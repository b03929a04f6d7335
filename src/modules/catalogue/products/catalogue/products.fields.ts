import type { z } from 'zod';
import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import { createSchema } from '~/kit/shared/fields/record-schemas';
import { hsnField, taxClassField } from '~/modules/catalogue/tax/hsn.fields';

/** The maximum stock: far below the column's limit, so that no sum overflows. */
export const maxStock = 1_000_000_000;

/** Of a new product without one (docs/product/products.md#units). */
export const defaultUnit = 'each';

/** The units that each screen offers first (docs/product/products.md#units). */
export const productUnits = [
  'each',
  'kg',
  'lb',
  'box',
  'case',
  'meter',
  'liter',
  'gallon',
] as const;
export const inventoryUnits = [
  'pieces',
  'kg',
  'lbs',
  'meters',
  'liters',
  'boxes',
  'cases',
] as const;

/** How single goods of a product are followed (docs/product/lots.md#tracking). */
export const trackings = [
  { value: 'none', label: 'Not tracked' },
  { value: 'lot', label: 'By lot' },
  { value: 'serial', label: 'By serial number' },
] as const;

/** In rupees. */
export const maxCost = 999_999_999_999;
/** More than all the stock that a product can have. */
export const anyWorth = { min: -maxStock * maxCost, max: maxStock * maxCost } as const;

const unit = { label: 'Unit of Measure', max: 30 } as const;
const notNegative = (what: string) => {
  const text = `${what} must be a non-negative number`;
  return { required: text, min: text, format: text };
};
const positive = (what: string) => {
  const text = `${what} must be a positive number`;
  return { min: text, format: text };
};
const name = (label: string) => field.derived(field.text({ label, max: 100, sortable: true }));

/**
 * The fields of a product and their validation (docs/product/products.md#fields); `category` is the category's name.
 */
export const productFields = {
  id: field.id,
  product_name: field.text({
    label: 'Product Name',
    required: true,
    min: 2,
    max: 200,
    sortable: true,
    messages: {
      required: 'Product name is required',
      min: 'Product name must be at least 2 characters',
    },
    inlineMessages: { required: 'Product name must be at least 2 characters' },
  }),
  sku_code: field.text({
    label: 'SKU Code',
    required: true,
    max: 50,
    sortable: true,
    messages: { required: 'SKU code is required' },
  }),
  category_id: field.link({ label: 'Category', to: 'categories' }),
  subcategory_id: field.link({ label: 'Subcategory', to: 'subcategories' }),
  brand_id: field.link({ label: 'Brand', to: 'brands' }),
  category: name('Category'),
  category_name: name('Category'),
  subcategory_name: name('Subcategory'),
  brand_name: name('Brand'),
  unit_price: field.price({
    label: 'Unit Price',
    required: true,
    max: 999_999_999_999,
    step: 0.01,
    sortable: true,
    messages: { required: 'Unit price is required', ...positive('Price') },
    inlineMessages: { required: 'Price must be a positive number' },
  }),
  cost_price: field.price({
    label: 'Cost Price',
    max: 999_999_999_999,
    step: 0.01,
    sortable: true,
    messages: positive('Cost'),
  }),
  average_cost: field.derived(field.price({ label: 'Average Cost', max: maxCost })),
  stock_value: {
    ...field.readOnly(
      field.money<true>({ label: 'Value at Cost', required: true, currency: 'INR', ...anyWorth }),
    ),
    column: 'numeric',
  },
  stock_quantity: field.quantity({
    label: 'Stock Quantity',
    required: true,
    max: maxStock,
    step: 1,
    emptyMeans: 0,
    sortable: true,
    messages: notNegative('Stock quantity'),
  }),
  reserved_quantity: field.readOnly(
    field.quantity({
      label: 'Reserved',
      required: true,
      max: field.maxId,
      sortable: true,
    }),
  ),
  reorder_level: field.quantity({
    label: 'Reorder Level',
    required: true,
    max: maxStock,
    step: 1,
    emptyMeans: 0,
    sortable: true,
    messages: notNegative('Reorder level'),
  }),
  unit_of_measure: field.text({ ...unit, required: true, sortable: true }),
  min_order_quantity: field.quantity({
    label: 'Min Order Quantity',
    required: true,
    min: 1,
    max: maxStock,
    step: 1,
    emptyMeans: 1,
  }),
  hsn_code: hsnField,
  tax_class_id: taxClassField,
  barcode: field.text({ label: 'Barcode', max: 50 }),
  weight: field.measure({ label: 'Weight (kg)', max: 999_999_999, step: 0.001 }),
  dimensions: field.text({ label: 'Dimensions (L x W x H)', max: 100 }),
  color: field.text({ label: 'Color', max: 50 }),
  material: field.text({ label: 'Material', max: 100 }),
  warranty_period: field.text({ label: 'Warranty Period', max: 100 }),
  description: field.longText({ label: 'Description', max: 2000 }),
  specifications: field.longText({ label: 'Specifications', max: 5000 }),
  held_quantity: field.readOnly(field.quantity({ label: 'Held', required: true, max: maxStock })),
  tracking: field.choice({ label: 'Tracking', choices: trackings, required: true }),
  is_active: field.flag({ label: 'Status', states: field.activeStates, sortable: true }),
  created_at: field.instant({ label: 'Date Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
  custom: customOf('products'),
};

/** The fields of a new product, which may do without a unit. */
export const newProductFields = { ...productFields, unit_of_measure: field.text(unit) };

export type Product = field.RowOf<typeof productFields>;
export type ProductPatch = field.PatchOf<typeof productFields>;
export type NewProduct = field.PatchOf<typeof newProductFields>;

/**
 * Validates a new product; missing numbers take the defaults of docs/product/products.md#fields, except for the price.
 */
export const newProductSchema: z.ZodType<NewProduct, unknown> = createSchema(
  newProductFields,
).refine((product) => product.unit_price !== undefined, {
  path: ['unit_price'],
  error: 'Unit price is required',
});
