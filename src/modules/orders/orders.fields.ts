import * as field from '~/kit/shared/fields/fields';
import { maxAmount } from '~/kit/shared/money/money';
import { workspaceField } from '~/modules/workspaces/workspaces.fields';

export const orderStatuses = [
  { value: 'pending', label: 'Pending', color: 'yellow' },
  { value: 'confirmed', label: 'Confirmed', color: 'blue' },
  { value: 'processing', label: 'Processing', color: 'yellow' },
  { value: 'shipped', label: 'Shipped', color: 'blue' },
  { value: 'delivered', label: 'Delivered', color: 'green' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

/** The most of one product or service on a line. */
export const maxQuantity = 999_999_999;

const rupees = (label: string) =>
  field.money({ label, required: true, currency: 'INR', max: maxAmount, sortable: true });

/** What an order is (docs/product/orders.md#fields); its lines travel with a single order only. */
export const orderFields = {
  id: field.id,
  order_number: field.readOnly(
    field.text({ label: 'Order Number', required: true, max: 50, sortable: true }),
  ),
  customer_id: field.link({ label: 'Customer', to: 'customers', required: true }),
  customer_name: field.derived(
    field.text({ label: 'Customer', required: true, max: 100, sortable: true }),
  ),
  order_date: field.day({ label: 'Order Date', required: true, sortable: true }),
  delivery_date: field.day({ label: 'Delivery Date', sortable: true }),
  status: field.choice({
    label: 'Status',
    choices: orderStatuses,
    required: true,
    sortable: true,
  }),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  item_count: field.readOnly(
    field.wholeNumber({ label: 'Items', required: true, max: 100_000, sortable: true }),
  ),
  service_names: field.readOnly(field.longText({ label: 'Services', max: 100_000 })),
  subtotal: rupees('Subtotal'),
  tax_rate: field.percent({ label: 'Tax Rate', required: true }),
  tax_amount: rupees('Tax'),
  total_amount: rupees('Total'),
  created_by: field.readOnly(field.link({ label: 'Created By', to: 'users' })),
  created_by_name: field.readOnly(field.text({ label: 'Created By', required: true, max: 120 })),
  /** True while an invoice that is not cancelled charges for any of its lines. */
  is_invoiced: field.derived(field.flag({ label: 'Invoiced', required: true })),
  workspace_id: field.derived(workspaceField),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type Order = field.RowOf<typeof orderFields>;

/** How much of a line, at what price. */
const quantity = { label: 'Quantity', required: true as const, max: maxQuantity };
const unitPrice = field.money({
  label: 'Unit Price',
  required: true,
  currency: 'INR',
  max: maxAmount,
  step: 0.01,
});

/** A product on an order (docs/product/orders.md#lines); products are sold in whole units. */
export const orderItemFields = {
  id: field.id,
  product_id: field.link({ label: 'Product', to: 'products', required: true }),
  product_name: field.derived(field.text({ label: 'Product', required: true, max: 255 })),
  sku_code: field.derived(field.text({ label: 'SKU', required: true, max: 100 })),
  description: field.text({ label: 'Description', required: true, max: 500 }),
  quantity: field.wholeNumber({ ...quantity, min: 1 }),
  unit_price: unitPrice,
  line_total: field.readOnly(rupees('Total')),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  /** How much of it invoices that are not cancelled charge for. */
  invoiced_quantity: field.derived(field.measure({ ...quantity, label: 'Invoiced' })),
};

/** A service on an order (docs/product/orders.md#lines); its total is called `total_price` on the wire. */
export const orderServiceFields = {
  id: field.id,
  service_id: field.link({ label: 'Service', to: 'services', required: true }),
  service_name: field.derived(field.text({ label: 'Service', required: true, max: 255 })),
  description: field.text({ label: 'Description', required: true, max: 500 }),
  quantity: field.measure({ ...quantity, min: 0.001 }),
  unit_price: unitPrice,
  total_price: field.readOnly(rupees('Total')),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  invoiced_quantity: field.derived(field.measure({ ...quantity, label: 'Invoiced' })),
};

export type OrderItem = field.RowOf<typeof orderItemFields>;
export type OrderService = field.RowOf<typeof orderServiceFields>;

/** One order whole, as `GET /orders/{id}` answers it and the writing calls do. */
export type OrderWithLines = Order & { items: OrderItem[]; services: OrderService[] };
