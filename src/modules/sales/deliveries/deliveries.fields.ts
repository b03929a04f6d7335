import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import type { LineLots } from '~/modules/catalogue/products/lots/lots.fields';
import { carrierFields } from '~/modules/catalogue/transfers/carriers.fields';
import {
  documentTaxFields,
  originFields,
  quantityOptions,
} from '~/modules/sales/documents/documents.fields';

export const deliveryStatuses = [
  { value: 'draft', label: 'Draft', color: 'blue' },
  { value: 'dispatched', label: 'Dispatched', color: 'yellow' },
  { value: 'delivered', label: 'Delivered', color: 'green' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

/** The fields of a delivery (docs/product/deliveries.md#fields), in the order of the list's columns. */
export const deliveryFields = {
  id: field.id,
  delivery_number: field.readOnly(
    field.text({ label: 'Delivery Number', required: true, max: 50, sortable: true }),
  ),
  /** Null where the order was deleted. */
  order_id: field.readOnly(field.link({ label: 'Order', to: 'orders' })),
  order_number: field.readOnly(
    field.text({ label: 'Order Number', required: true, max: 50, sortable: true }),
  ),
  customer_id: field.readOnly(field.link({ label: 'Customer', to: 'customers', required: true })),
  customer_name: field.derived(
    field.text({ label: 'Customer', required: true, max: 100, sortable: true }),
  ),
  customer_phone: field.derived(field.text({ label: 'Phone', max: 50 })),
  delivery_date: field.day({ label: 'Delivery Date', required: true, sortable: true }),
  status: field.choice({
    label: 'Status',
    choices: deliveryStatuses,
    required: true,
    sortable: true,
  }),
  item_count: field.readOnly(
    field.wholeNumber({ label: 'Items', required: true, max: 1000, sortable: true }),
  ),
  shipping_address_id: documentTaxFields.shipping_address_id,
  /** Where the goods leave; null for the default location. */
  location_id: field.link({ label: 'Location', to: 'locations' }),
  location_name: field.derived(field.text({ label: 'Location', max: 100 })),
  ...carrierFields,
  lr_number: field.text({ label: 'LR Number', max: 15 }),
  packages: field.wholeNumber({ label: 'Packages', min: 1, max: 100_000 }),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  /** Made by moving its order to shipped or delivered. */
  by_status_change: field.readOnly(
    field.flag({ label: 'Created by Status Change', required: true }),
  ),
  /** Set to delivered by moving its order to delivered. */
  delivered_by_order: field.readOnly(
    field.flag({ label: 'Delivered by Status Change', required: true }),
  ),
  delivered_on: field.readOnly(field.day({ label: 'Delivered On', sortable: true })),
  /** True while an invoice that is not cancelled was made from it. */
  is_invoiced: field.derived(field.flag({ label: 'Invoiced', required: true })),
  ...originFields,
  custom: customOf('deliveries'),
};

export type Delivery = field.RowOf<typeof deliveryFields>;

/** How the goods travel, which may change also after dispatch. */
export const transportNames = [
  'transporter_name',
  'transporter_id',
  'vehicle_number',
  'lr_number',
  'packages',
  'notes',
] as const;

/** What the form of a delivery has besides its lines. */
export const deliveryHeader = [
  'delivery_date',
  'shipping_address_id',
  'location_id',
  ...transportNames,
] as const;

/** A product on a delivery (docs/product/deliveries.md#lines). */
export const deliveryItemFields = {
  id: field.id,
  /** Null where the line of the order is not there any longer. */
  order_line_id: field.link({ label: 'Order line', to: 'order_lines' }),
  product_id: field.readOnly(field.link({ label: 'Product', to: 'products', required: true })),
  sku_code: field.derived(field.text({ label: 'SKU', required: true, max: 100 })),
  description: field.readOnly(field.text({ label: 'Description', required: true, max: 500 })),
  quantity: field.measure({ ...quantityOptions, min: 0.001 }),
  unit: field.readOnly(field.text({ label: 'Unit', max: 30 })),
};

export type DeliveryItem = field.RowOf<typeof deliveryItemFields> & {
  /** Of a tracked product, once they are chosen (docs/product/lots.md#lines). */
  lots: LineLots;
};

/** A delivery with its lines, as `GET /deliveries/{id}` and the writing calls answer it. */
export type DeliveryWithItems = Delivery & { items: DeliveryItem[] };
