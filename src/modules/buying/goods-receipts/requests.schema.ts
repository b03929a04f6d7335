import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import { sentLotsSchema } from '~/modules/catalogue/products/lots/lots.fields';
import { beforeCountSchema } from '~/modules/catalogue/products/stock/movements.fields';
import {
  goodsReceiptFields,
  mostItems,
  receiptHeader,
  receiptItemFields,
  receivedLotsSchema,
} from './goods-receipts.fields';

const idOf = (error: string) => z.int({ error }).min(1, { error }).max(maxId, { error });
const readBack = z
  .unknown()
  .optional()
  .describe('Accepted because responses contain it, and ignored');

const fields = receiptItemFields;
const itemBody = z
  .strictObject({
    id: readBack,
    purchase_line_id: idOf('Please select a line of the order').nullish(),
    product_id: idOf('Please select a product').nullish(),
    sku_code: readBack,
    description: readBack,
    quantity: fieldSchema(fields.quantity),
    rejected_quantity: fieldSchema(fields.rejected_quantity).nullish(),
    reject_reason: fieldSchema(fields.reject_reason).optional(),
    unit: fieldSchema(fields.unit).optional(),
    stock_quantity: fieldSchema(fields.stock_quantity).optional(),
    lots: receivedLotsSchema,
    closes: fieldSchema(fields.closes).optional(),
    unit_cost: fieldSchema(fields.unit_cost).optional(),
    unit_price: fieldSchema(fields.unit_cost)
      .optional()
      .describe('Of an order that is made along: its price, by default the unit cost'),
    of_line_id: readBack,
    is_replaced: readBack,
    value: readBack,
    closed_quantity: readBack,
    returned_quantity: readBack,
  })
  .superRefine(({ quantity, rejected_quantity }, context) => {
    if (typeof quantity === 'number' && (rejected_quantity ?? 0) > quantity)
      context.addIssue({
        code: 'custom',
        path: ['rejected_quantity'],
        message: 'Not more can be rejected than came',
      });
  });

const itemsBody = z
  .array(itemBody, { error: 'The items must be a list' })
  .min(1, { error: 'Please add at least one item' })
  .max(mostItems, { error: 'A receipt can have at most 1,000 items' });

const header = sentFields(goodsReceiptFields, [...receiptHeader]);

/** Validates goods that came, a draft or received at once: of an order, or of a vendor whose order is made along. */
export const newReceiptSchema = z.strictObject({
  ...header,
  purchase_order_id: idOf('Please select a purchase order').nullish(),
  vendor_id: idOf('Please select a vendor').nullish(),
  status: z.enum(['draft', 'received'], { error: 'A new receipt is draft or received' }).optional(),
  before_count: beforeCountSchema,
  items: itemsBody,
});

/** Validates a change of a receipt: any subset of the form. */
export const receiptPatchSchema = z.strictObject({
  ...header,
  items: itemsBody.optional(),
  updated_at: seenSchema,
});

export const receiptStatusSchema = z.strictObject({
  status: fieldSchema(goodsReceiptFields.status),
  before_count: beforeCountSchema,
  updated_at: seenSchema,
});

/** Validates goods that go back to the vendor. */
export const returnSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        line_id: idOf('Please select a line of the receipt'),
        quantity: fieldSchema(fields.quantity),
        stock_quantity: fieldSchema(fields.stock_quantity).optional(),
        lots: sentLotsSchema.nullish(),
      }),
      { error: 'The items must be a list' },
    )
    .min(1, { error: 'Please add at least one item' })
    .max(mostItems, { error: 'A return can have at most 1,000 items' }),
  reason: fieldSchema(goodsReceiptFields.reason).optional(),
  return_date: fieldSchema(goodsReceiptFields.receipt_date).optional(),
  location_id: fieldSchema(goodsReceiptFields.location_id).optional(),
  vehicle_number: fieldSchema(goodsReceiptFields.vehicle_number).optional(),
  notes: fieldSchema(goodsReceiptFields.notes).optional(),
  replace: z
    .boolean({ error: 'Replace is true or false' })
    .optional()
    .describe('Other goods are to come: the lines of the order are open again'),
  before_count: beforeCountSchema,
});

export type NewReceipt = z.output<typeof newReceiptSchema>;
export type ReceiptPatch = z.output<typeof receiptPatchSchema>;
export type SentItem = z.output<typeof itemBody>;
export type NewReturn = z.output<typeof returnSchema>;
