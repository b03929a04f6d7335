import { websiteField } from '~/kit/shared/fields/contact';
import * as field from '~/kit/shared/fields/fields';
import { productCount } from './categories.fields';

export const brandFields = {
  id: field.id,
  brand_name: field.text({
    label: 'Brand Name',
    required: true,
    max: 100,
    sortable: true,
    messages: { required: 'Brand name is required' },
  }),
  description: field.longText({ label: 'Description', max: 500 }),
  website: websiteField,
  product_count: productCount,
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type Brand = field.RowOf<typeof brandFields>;
export type BrandPatch = field.PatchOf<typeof brandFields>;
