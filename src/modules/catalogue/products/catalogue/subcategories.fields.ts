import type { z } from 'zod';
import * as field from '~/kit/shared/fields/fields';
import { createSchema } from '~/kit/shared/fields/record-schemas';
import { productCount } from './categories.fields';

/** What a subcategory is (docs/product/products.md#groups); it belongs to one category. */
export const subcategoryFields = {
  id: field.id,
  subcategory_name: field.text({
    label: 'Subcategory Name',
    required: true,
    max: 100,
    sortable: true,
    messages: { required: 'Subcategory name is required' },
  }),
  category_id: field.link({ label: 'Category', to: 'categories', required: true }),
  category_name: field.derived(
    field.text({ label: 'Category', required: true, max: 100, sortable: true }),
  ),
  description: field.longText({ label: 'Description', max: 500 }),
  product_count: productCount,
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type Subcategory = field.RowOf<typeof subcategoryFields>;
export type SubcategoryPatch = field.PatchOf<typeof subcategoryFields>;

/** Validates a new subcategory: it needs its category (docs/product/products.md#groups). */
export const newSubcategorySchema: z.ZodType<SubcategoryPatch, unknown> = createSchema(
  subcategoryFields,
).refine((subcategory) => subcategory.category_id !== undefined, {
  path: ['category_id'],
  error: 'Please select a category',
});
