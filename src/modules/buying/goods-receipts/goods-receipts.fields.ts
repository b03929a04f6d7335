import { z } from 'zod';
import * as field from '~/kit/shared/fields/fields';
import { maxCost } from '~/modules/catalogue/products/catalogue/products.fields';
import {
  lotFields,
  mostSerials,
  sentLotSchema,
} from '~/modules/catalogue/products/lots/lots.fields';
import { hasRightDays, ofWrongDays } from '~/modules/catalogue/products/lots/lots.rules';
import { carrierFields } from '~/modules/catalogue/transfers/carriers.fields';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';

export const receiptKinds = [
  { value: 'receipt', label: 'Receipt', color: 'green' },
  { value: 'return', label: 'Return', color: 'orange' },
] as const;

export const receiptStatuses = [
  { value: 'draft', label: 'Draft', color: 'blue' },
  { value: 'received', label: 'Received', color: 'green' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

/** The fields of a goods receipt or a return (docs/product/goods-receipts.md#fields), in the order of the list's columns. */
export const goodsReceiptFields = {
  id: field.id,
  goods_receipt_number: field.readOnly(
    field.text({ label: 'Receipt Number', required: true, max: 50, sortable: true }),
  ),
  kind: field.readOnly(
    field.choice({ label: 'Kind', choices: receiptKinds, required: true, sortable: true }),
  ),
  purchase_order_id: field.link({ label: 'Purchase Order', to: 'purchase_orders', required: true }),
  purchase_number: field.derived(
    field.text({ label: 'Purchase Order', required: true, max: 50, sortable: true }),
  ),
  vendor_id: field.link({ label: 'Vendor', to: 'vendors', required: true }),
  vendor_name: field.derived(
    field.text({ label: 'Vendor', required: true, max: 100, sortable: true }),
  ),
  receipt_date: field.day({ label: 'Date', required: true, sortable: true }),
  status: field.choice({
    label: 'Status',
    choices: receiptStatuses,
    required: true,
    sortable: true,
  }),
  item_count: field.readOnly(
    field.wholeNumber({ label: 'Items', required: true, max: 1000, sortable: true }),
  ),
  /** How many of its lines had goods that were rejected. */
  rejected_count: field.readOnly(
    field.wholeNumber({ label: 'Rejected Items', required: true, max: 1000 }),
  ),
  /** Whether any of its goods met a bill. */
  is_billed: field.readOnly(field.flag({ label: 'Billed', required: true })),
  vendor_challan: field.text({ label: 'Vendor Challan', max: 50, sortable: true }),
  vehicle_number: carrierFields.vehicle_number,
  /** Where the goods enter or leave; null for the default location. */
  location_id: field.link({ label: 'Location', to: 'locations' }),
  location_name: field.derived(field.text({ label: 'Location', max: 100 })),
  reason: field.text({ label: 'Reason', max: 200 }),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  created_by: field.readOnly(field.link({ label: 'Created By', to: 'users' })),
  created_by_name: field.readOnly(field.text({ label: 'Created By', required: true, max: 120 })),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type GoodsReceipt = field.RowOf<typeof goodsReceiptFields>;

const returnStatuses = receiptStatuses.map((status) =>
  status.value === 'received' ? { ...status, label: 'Returned', color: 'orange' } : status,
);

/** What the statuses of a receipt or a return are called. */
export function statusesOf({ kind }: Pick<GoodsReceipt, 'kind'>) {
  return kind === 'return' ? returnStatuses : receiptStatuses;
}

/** What may change also after the goods came. */
export const openNames = ['vendor_challan', 'vehicle_number', 'notes'] as const;

/** What the form of a receipt has besides its lines. */
export const receiptHeader = ['receipt_date', 'location_id', ...openNames] as const;

export const mostItems = 1000;

const quantity = { min: 0.001, max: 999_999_999 } as const;

/** Goods on a receipt (docs/product/goods-receipts.md#lines); quantities in the unit of the order's line. */
export const receiptItemFields = {
  id: field.id,
  purchase_line_id: field.link({ label: 'Order line', to: 'purchase_order_lines', required: true }),
  /** Null for a service or an expense. */
  product_id: field.link({ label: 'Product', to: 'products' }),
  sku_code: field.derived(field.text({ label: 'SKU', max: 100 })),
  description: field.readOnly(field.text({ label: 'Description', required: true, max: 500 })),
  quantity: field.measure({ label: 'Quantity', required: true, ...quantity }),
  rejected_quantity: field.measure({
    label: 'Rejected',
    required: true,
    min: 0,
    max: quantity.max,
  }),
  reject_reason: field.text({ label: 'Reject Reason', max: 200 }),
  unit: field.readOnly(field.text({ label: 'Unit', max: 30 })),
  /** What enters or leaves stock, in the product's unit; null without a product. */
  stock_quantity: field.measure({ label: 'Stock Quantity', min: 0, max: quantity.max }),
  /** Ends what is still open of the order's line. */
  closes: field.flag({ label: 'Close Line', required: true }),
  /** Typed, of one unit of the product; null for what order and bills say. */
  unit_cost: field.price({ label: 'Unit Cost', max: maxCost, step: 0.01 }),
  /** Of a return: the receipt's line whose goods went back, and whether others are to come for them. */
  of_line_id: field.readOnly(field.link({ label: 'Receipt line', to: 'goods_receipt_lines' })),
  is_replaced: field.readOnly(field.flag({ label: 'Replaced', required: true })),
  /** In rupees: what its goods are worth; of a return, below 0, what the vendor owes for them. */
  value: {
    ...field.readOnly(
      field.money({ label: 'Value', currency: 'INR', min: -1e13, max: 1e13, step: 0.01 }),
    ),
    column: 'numeric',
  },
  /** What it ended of the order's line, in the line's unit. */
  closed_quantity: field.readOnly(
    field.measure({ label: 'Closed', required: true, min: 0, max: quantity.max }),
  ),
  /** What went back of it since, in the line's unit. */
  returned_quantity: field.derived(
    field.measure({ label: 'Returned', required: true, min: 0, max: quantity.max }),
  ),
};

/** What a lot is made with, where goods bring a new one. */
const lotValues = {
  made_on: fieldSchema(lotFields.made_on).optional(),
  expires_on: fieldSchema(lotFields.expires_on).optional(),
  vendor_lot: fieldSchema(lotFields.vendor_lot).optional(),
};

/** A lot on a line, and what a new one is made with. */
const receivedLotSchema = sentLotSchema.extend(lotValues).refine(hasRightDays, ofWrongDays);
export type SentReceiptLot = z.output<typeof receivedLotSchema>;

/** The lots that a request names for goods that come. */
export const receivedLotsSchema = z
  .array(receivedLotSchema, { error: 'The lots must be a list' })
  .max(mostSerials, { error: 'A line can have at most 1,000 lots' })
  .nullish();

/** The lots of a line: without an id until they are made. */
export const receiptLotsSchema = z
  .array(
    z.object({
      lot_id: z.int().nullable(),
      lot_number: z.string(),
      quantity: z.number(),
      made_on: z.string().nullish(),
      expires_on: z.string().nullish(),
      vendor_lot: z.string().nullish(),
    }),
  )
  .nullable();
export type ReceiptLots = z.output<typeof receiptLotsSchema>;

export type ReceiptItem = field.RowOf<typeof receiptItemFields> & {
  /** Of a tracked product. */
  lots: ReceiptLots;
};

/** A receipt with its lines, as `GET /goods-receipts/{id}` and the writing calls answer it. */
export type ReceiptWithItems = GoodsReceipt & { items: ReceiptItem[] };
