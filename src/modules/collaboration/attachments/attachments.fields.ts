import * as field from '~/kit/shared/fields/fields';

/** What is known of a file on a record (docs/product/records.md#files); all of it is set by the server. */
export const fileFields = {
  id: field.id,
  name: field.readOnly(field.text({ label: 'Name', required: true, max: 200 })),
  type: field.readOnly(field.text({ label: 'Type', required: true, max: 100 })),
  size: field.readOnly(
    field.wholeNumber({ label: 'Size in bytes', required: true, max: 20_971_520 }),
  ),
  created_by: field.readOnly(field.link({ label: 'Added By', to: 'users' })),
  created_by_name: field.readOnly(field.text({ label: 'Added By', required: true, max: 120 })),
  created_at: field.instant({ label: 'Added' }),
};

export type AttachedFile = field.RowOf<typeof fileFields>;
