import * as field from '~/kit/shared/fields/fields';
import {
  amountFields,
  discountFields,
  purchaseTaxFields,
  quantityOptions,
  rupees,
} from '~/modules/sales/documents/documents.fields';
import { itemFields } from '~/modules/sales/documents/lines/order-lines.fields';
import { mailStatuses } from '~/modules/sales/documents/mails.fields';
import { orderProgress } from '~/modules/sales/orders/orders.fields';

export const purchaseOrderStatuses = [
  { value: 'draft', label: 'Draft', color: 'blue' },
  { value: 'ordered', label: 'Ordered', color: 'yellow' },
  { value: 'received', label: 'Received', color: 'green' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

const progress = (label: string) =>
  field.readOnly(field.choice({ label, choices: orderProgress, required: true, sortable: true }));

/** The fields of a purchase order (docs/product/purchase-orders.md#fields), in the order of the list's columns. */
export const purchaseOrderFields = {
  id: field.id,
  purchase_number: field.readOnly(
    field.text({ label: 'Purchase Number', required: true, max: 50, sortable: true }),
  ),
  vendor_id: field.link({ label: 'Vendor', to: 'vendors', required: true }),
  vendor_name: field.derived(
    field.text({ label: 'Vendor', required: true, max: 100, sortable: true }),
  ),
  status: field.choice({
    label: 'Status',
    choices: purchaseOrderStatuses,
    required: true,
    sortable: true,
  }),
  receipt_state: progress('Receipt State'),
  bill_state: progress('Bill State'),
  item_count: field.readOnly(
    field.wholeNumber({ label: 'Items', required: true, max: 100_000, sortable: true }),
  ),
  total_amount: amountFields.total_amount,
  /** What is open of its lines, before tax. */
  open_amount: field.readOnly(rupees('Open Value')),
  order_date: field.day({ label: 'Order Date', required: true, sortable: true }),
  expected_date: field.day({ label: 'Expected Date', sortable: true }),
  created_at: field.instant({ label: 'Created', sortable: true }),
  created_by: field.readOnly(field.link({ label: 'Created By', to: 'users' })),
  created_by_name: field.readOnly(field.text({ label: 'Created By', required: true, max: 120 })),
  /** Such as the number of the vendor's quotation. */
  reference: field.text({ label: 'Reference', max: 100 }),
  terms_conditions: field.longText({ label: 'Terms & Conditions', max: 1000 }),
  /** For colleagues: not printed. */
  notes: field.longText({ label: 'Notes', max: 1000 }),
  /** Where the goods come in; null for the default location. */
  location_id: field.link({ label: 'Location', to: 'locations' }),
  location_name: field.derived(field.text({ label: 'Location', max: 100 })),
  /** How often it changed since it was ordered. */
  revision: field.readOnly(field.wholeNumber({ label: 'Revision', required: true, max: 100_000 })),
  subtotal: amountFields.subtotal,
  tax_rate: amountFields.tax_rate,
  tax_amount: amountFields.tax_amount,
  ...discountFields,
  ...purchaseTaxFields,
  mail_status: field.readOnly(field.choice({ label: 'Mail', choices: mailStatuses })),
  mail_error: field.readOnly(field.text({ label: 'Mail Error', max: 1000 })),
  mailed_at: field.instant({ label: 'Mailed', required: false }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type PurchaseOrder = field.RowOf<typeof purchaseOrderFields>;

/** Its texts, in the order of form, details and search. */
export const purchaseOrderTexts = ['reference', 'terms_conditions', 'notes'] as const;

/** What the form of a purchase order has besides vendor, location, lines and tax. */
export const purchaseOrderHeader = ['order_date', 'expected_date', ...purchaseOrderTexts] as const;

/** The fields that many purchase orders change at once (docs/product/bulk.md#bulk-changes). */
export const manyPurchaseOrderFields = ['status', ...purchaseOrderHeader] as const;

const followed = (label: string) => field.readOnly(field.measure({ ...quantityOptions, label }));

/** A line of a purchase order (docs/product/purchase-orders.md#lines): a product, or a service or expense in words. */
export const purchaseLineFields = {
  id: field.id,
  product_id: field.link({ label: 'Product', to: 'products' }),
  product_name: field.derived(field.text({ label: 'Product', max: 255 })),
  sku_code: field.derived(field.text({ label: 'SKU', max: 100 })),
  /** The unit in which the product is counted in stock. */
  unit_of_measure: field.derived(field.text({ label: 'Product Unit', max: 30 })),
  unit_decimals: field.derived(field.wholeNumber({ label: 'Decimals', max: 3 })),
  description: itemFields.description,
  quantity: itemFields.quantity,
  unit: itemFields.unit,
  /** What arrives, in the product's unit; null without a product. */
  stock_quantity: field.measure({
    ...quantityOptions,
    label: 'Stock Quantity',
    required: false,
    min: 0.001,
  }),
  unit_price: itemFields.unit_price,
  line_total: itemFields.line_total,
  hsn_code: itemFields.hsn_code,
  ...discountFields,
  discount_share: itemFields.discount_share,
  taxable_value: itemFields.taxable_value,
  tax_class_id: itemFields.tax_class_id,
  tax_treatment: itemFields.tax_treatment,
  tax_rate: itemFields.tax_rate,
  cgst_amount: itemFields.cgst_amount,
  sgst_amount: itemFields.sgst_amount,
  igst_amount: itemFields.igst_amount,
  expected_date: field.day({ label: 'Expected Date' }),
  notes: itemFields.notes,
  /** Accepted, less what went back for replacement. */
  received_quantity: followed('Received'),
  /** Came and was refused. */
  rejected_quantity: followed('Rejected'),
  returned_quantity: followed('Returned'),
  /** Will not come. */
  closed_quantity: followed('Closed'),
  /** What is left to come: quantity less received and closed, never below 0. */
  open_quantity: field.derived(field.measure({ ...quantityOptions, label: 'Open' })),
  billed_quantity: followed('Billed'),
};

export type PurchaseLine = field.RowOf<typeof purchaseLineFields>;

/** A purchase order with its lines, as `GET /purchase-orders/{id}` and the writing calls answer it. */
export type PurchaseOrderWithItems = PurchaseOrder & { items: PurchaseLine[] };
