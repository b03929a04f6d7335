import * as field from '~/kit/shared/fields/fields';
import type { LineLots } from '~/modules/catalogue/products/lots/lots.fields';
import { carrierFields } from './carriers.fields';

export const transferStatuses = [
  { value: 'draft', label: 'Draft', color: 'blue' },
  { value: 'done', label: 'Done', color: 'green' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

/** The fields of a transfer (docs/product/transfers.md#fields), in the order of the list's columns. */
export const transferFields = {
  id: field.id,
  transfer_number: field.readOnly(
    field.text({ label: 'Transfer Number', required: true, max: 50, sortable: true }),
  ),
  from_id: field.link({ label: 'From', to: 'locations', required: true }),
  from_name: field.derived(field.text({ label: 'From', required: true, max: 100, sortable: true })),
  to_id: field.link({ label: 'To', to: 'locations', required: true }),
  to_name: field.derived(field.text({ label: 'To', required: true, max: 100, sortable: true })),
  transfer_date: field.day({ label: 'Transfer Date', required: true, sortable: true }),
  status: field.choice({
    label: 'Status',
    choices: transferStatuses,
    required: true,
    sortable: true,
  }),
  item_count: field.readOnly(
    field.wholeNumber({ label: 'Items', required: true, max: 1000, sortable: true }),
  ),
  /** Of goods that went to a job worker. */
  challan_number: field.readOnly(field.text({ label: 'Challan Number', max: 50, sortable: true })),
  ...carrierFields,
  notes: field.longText({ label: 'Notes', max: 1000 }),
  created_by: field.readOnly(field.link({ label: 'Created By', to: 'users' })),
  created_by_name: field.readOnly(field.text({ label: 'Created By', required: true, max: 120 })),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type Transfer = field.RowOf<typeof transferFields>;

/** What may change also after the goods moved. */
export const carriedNames = [
  'transporter_name',
  'transporter_id',
  'vehicle_number',
  'notes',
] as const;

/** What the form of a transfer has besides its lines. */
export const transferHeader = ['from_id', 'to_id', 'transfer_date', ...carriedNames] as const;

export const mostItems = 1000;

/** A product on a transfer (docs/product/transfers.md#lines). */
export const transferItemFields = {
  id: field.id,
  product_id: field.link({ label: 'Product', to: 'products', required: true }),
  product_name: field.derived(field.text({ label: 'Product', required: true, max: 255 })),
  sku_code: field.derived(field.text({ label: 'SKU Code', required: true, max: 100 })),
  /** The name of the product when the line was written. */
  description: field.readOnly(field.text({ label: 'Description', required: true, max: 500 })),
  quantity: field.measure({ label: 'Quantity', required: true, min: 0.001, max: 999_999_999 }),
  unit: field.readOnly(field.text({ label: 'Unit', max: 30 })),
};

export type TransferItem = field.RowOf<typeof transferItemFields> & {
  /** Of a tracked product, once they are chosen (docs/product/lots.md#lines). */
  lots: LineLots;
};

/** A transfer with its lines, as `GET /transfers/{id}` and the writing calls answer it. */
export type TransferWithItems = Transfer & { items: TransferItem[] };
