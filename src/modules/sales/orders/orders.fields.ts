import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import {
  amountFields,
  discountFields,
  documentTaxFields,
  quantityOptions,
  rupees,
} from '~/modules/sales/documents/documents.fields';
import { itemFields, serviceFields } from '~/modules/sales/documents/lines/order-lines.fields';
import { workspaceField } from '~/modules/organization/workspaces/workspaces.fields';

export const orderStatuses = [
  { value: 'pending', label: 'Pending', color: 'yellow' },
  { value: 'confirmed', label: 'Confirmed', color: 'blue' },
  { value: 'processing', label: 'Processing', color: 'yellow' },
  { value: 'shipped', label: 'Shipped', color: 'blue' },
  { value: 'delivered', label: 'Delivered', color: 'green' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

/** How far an order is delivered or invoiced. */
export const orderProgress = [
  { value: 'none', label: 'None', color: 'gray' },
  { value: 'partly', label: 'Partly', color: 'yellow' },
  { value: 'fully', label: 'Fully', color: 'green' },
] as const;

/**
 * The fields of an order (docs/product/orders.md#fields), in the order of the list's columns; lines are sent only with a
 * single order.
 */
export const orderFields = {
  id: field.id,
  order_number: field.readOnly(
    field.text({ label: 'Order Number', required: true, max: 50, sortable: true }),
  ),
  customer_id: field.link({ label: 'Customer', to: 'customers', required: true }),
  customer_name: field.derived(
    field.text({ label: 'Customer', required: true, max: 100, sortable: true }),
  ),
  customer_phone: field.derived(field.text({ label: 'Phone', max: 50 })),
  status: field.choice({
    label: 'Status',
    choices: orderStatuses,
    required: true,
    sortable: true,
  }),
  item_count: field.readOnly(
    field.wholeNumber({ label: 'Items', required: true, max: 100_000, sortable: true }),
  ),
  service_names: field.readOnly(field.longText({ label: 'Services', max: 100_000 })),
  total_amount: amountFields.total_amount,
  delivery_date: field.day({ label: 'Delivery Date', sortable: true }),
  created_at: field.instant({ label: 'Created', sortable: true }),
  created_by: field.readOnly(field.link({ label: 'Created By', to: 'users' })),
  created_by_name: field.readOnly(field.text({ label: 'Created By', required: true, max: 120 })),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  /** Such as the number of the customer's purchase order. */
  reference: field.text({ label: 'Reference', max: 100 }),
  delivery_terms: field.longText({ label: 'Delivery Terms', max: 500 }),
  order_date: field.day({ label: 'Order Date', required: true, sortable: true }),
  subtotal: amountFields.subtotal,
  tax_rate: amountFields.tax_rate,
  tax_amount: amountFields.tax_amount,
  ...discountFields,
  ...documentTaxFields,
  /** True while an invoice that is not cancelled charges for any of its lines. */
  is_invoiced: field.derived(field.flag({ label: 'Invoiced', required: true })),
  delivery_state: field.readOnly(
    field.choice({
      label: 'Delivery State',
      choices: orderProgress,
      required: true,
      sortable: true,
    }),
  ),
  invoice_state: field.derived(
    field.choice({
      label: 'Invoice State',
      choices: orderProgress,
      required: true,
      sortable: true,
    }),
  ),
  workspace_id: field.derived(workspaceField),
  updated_at: field.instant({ label: 'Last Updated' }),
  custom: customOf('orders'),
};

export type Order = field.RowOf<typeof orderFields>;

/** Its texts, in the order of form, details and search (CONTRIBUTING.md, "Add a header field to documents"). */
export const orderTexts = ['reference', 'notes', 'delivery_terms'] as const;

/** Its texts that a search finds. */
export const searchedTexts = [
  'order_number',
  'customer_name',
  'service_names',
  ...orderTexts,
  'created_by_name',
] as const;

/** The columns that the server searches too, by what they show. */
export const searchedColumns = [...searchedTexts, 'status'] as const;

/** What the form of an order has besides customer, lines and tax. */
export const orderHeader = ['delivery_date', ...orderTexts] as const;

/** The fields that many orders change at once (docs/product/bulk.md#bulk-changes). */
export const manyOrderFields = ['status', 'customer_id', 'order_date', ...orderHeader] as const;

/** The same on an order, with what became of it. */
export const orderItemFields = {
  ...itemFields,
  /** The quantity charged by invoices that are not cancelled, less what was credited. */
  invoiced_quantity: field.derived(field.measure({ ...quantityOptions, label: 'Invoiced' })),
  /** The quantity that issued credit notes brought back to stock. */
  returned_quantity: field.derived(field.measure({ ...quantityOptions, label: 'Returned' })),
  /** The quantity of its deliveries that were dispatched and not cancelled. */
  delivered_quantity: field.readOnly(field.measure({ ...quantityOptions, label: 'Delivered' })),
  /** The quantity that will not be delivered. */
  closed_quantity: field.readOnly(field.measure({ ...quantityOptions, label: 'Closed' })),
  /** What is left to deliver: quantity less delivered and closed. */
  open_quantity: field.derived(field.measure({ ...quantityOptions, label: 'Open' })),
};

export const orderServiceFields = {
  ...serviceFields,
  invoiced_quantity: field.derived(field.measure({ ...quantityOptions, label: 'Invoiced' })),
};

export type OrderItem = field.RowOf<typeof orderItemFields>;
export type OrderService = field.RowOf<typeof orderServiceFields>;

/** What a single order has besides its row and its lines. */
export const orderSums = {
  /** The part of its discount on invoices that are not cancelled, less the credited part. */
  invoiced_discount: field.derived(rupees('Invoiced Discount')),
};

/** An order with its lines, as `GET /orders/{id}` and the writing calls answer it. */
export type OrderWithLines = Order &
  field.RowOf<typeof orderSums> & { items: OrderItem[]; services: OrderService[] };
