import * as field from '~/kit/shared/fields/fields';

/** The number of products in it, inactive ones included. */
export const productCount = field.derived(
  field.wholeNumber({ label: 'Products', required: true, max: field.maxId, sortable: true }),
);

export const categoryFields = {
  id: field.id,
  category_name: field.text({
    label: 'Category Name',
    required: true,
    max: 100,
    sortable: true,
    messages: { required: 'Category name is required' },
  }),
  description: field.longText({ label: 'Description', max: 500 }),
  product_count: productCount,
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type Category = field.RowOf<typeof categoryFields>;
export type CategoryPatch = field.PatchOf<typeof categoryFields>;
