import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import { isDay } from '~/kit/shared/time/days';
import {
  mostLines,
  readBack,
  sentAmounts,
  sentDiscount,
  sentLineTax,
} from '~/modules/sales/documents/documents.fields';
import { anyId } from '~/modules/sales/documents/lines/requests.schema';
import { receivedLotsSchema } from '~/modules/buying/goods-receipts/goods-receipts.fields';
import {
  billChargeFields,
  billFields,
  billHeader,
  billLineFields,
  mostCharges,
} from './bills.fields';

const noVendor = 'Please select a vendor';

/** What an ordered line or a product says may be left out. */
const itemBody = z.strictObject({
  id: anyId('The id of a line must be a whole number').describe('Of an existing line'),
  ...sentFields(billLineFields, ['purchase_line_id', 'product_id']),
  description: z
    .string({ error: 'Description must be text' })
    .trim()
    .max(500, { error: 'Description cannot exceed 500 characters' })
    .nullable()
    .optional(),
  ...sentFields(billLineFields, ['quantity']),
  unit_price: fieldSchema(billLineFields.unit_price).nullable().optional(),
  ...sentLineTax,
  itc: fieldSchema(billLineFields.itc).optional(),
  product_name: readBack,
  sku_code: readBack,
  line_total: readBack,
  cgst: readBack,
  sgst: readBack,
  igst: readBack,
  of_line_id: readBack,
  credit_reason: readBack,
});

const receiptId = z
  .int({ error: 'Goods receipt not found' })
  .min(1, { error: 'Goods receipt not found' })
  .max(maxId, { error: 'Goods receipt not found' });

const chargeBody = z.strictObject({
  id: readBack,
  description: fieldSchema(billChargeFields.description),
  amount: fieldSchema(billChargeFields.amount),
  ...sentFields(billChargeFields, ['tax_class_id', 'itc']),
  goods_receipt_ids: z
    .array(receiptId, { error: 'The goods receipts must be a list' })
    .max(500, { error: 'A charge can be for at most 500 goods receipts' })
    .optional(),
  tax_treatment: readBack,
  tax_rate: readBack,
  cgst_amount: readBack,
  sgst_amount: readBack,
  igst_amount: readBack,
});

/** Of a new bill, whose goods may be received along. */
const newItemBody = itemBody.extend({
  lots: receivedLotsSchema.describe('Of a tracked product, with `receive`'),
});

function itemsOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, { error: 'The items must be a list' })
    .max(mostLines, { error: 'A bill can have at most 1,000 items' })
    .optional();
}

const form = {
  ...sentFields(billFields, [...billHeader]),
  items: itemsOf(itemBody),
  charges: z
    .array(chargeBody, { error: 'The charges must be a list' })
    .max(mostCharges, { error: 'A bill can have at most 100 charges' })
    .optional(),
  tds_amount: fieldSchema(billFields.tds_amount)
    .nullable()
    .optional()
    .describe('In rupees, in place of the computed amount; null for that'),
  ...sentDiscount,
  ...sentAmounts,
  ...sentFields(billFields, [
    'tax_mode',
    'supply_type',
    'place_of_supply',
    'reverse_charge',
    'cgst_amount',
    'sgst_amount',
    'igst_amount',
    'round_off',
  ]),
};

const booking = {
  accept: z
    .boolean({ error: 'Whether differences are accepted must be true or false' })
    .optional()
    .describe('Books although the bill differs; needs the right to approve bills'),
  receive: z
    .boolean({ error: 'Whether the goods are received must be true or false' })
    .optional()
    .describe('Makes the purchase order and the goods receipt of its products along'),
};

/** Validates a new bill: a draft, or booked at once with status `open`. */
export const newBillSchema = z.strictObject({
  vendor_id: z.int({ error: noVendor }).min(1, { error: noVendor }).max(maxId, { error: noVendor }),
  ...form,
  items: itemsOf(newItemBody),
  bill_number: fieldSchema(billFields.bill_number),
  status: z.enum(['draft', 'open'], { error: 'A new bill is draft or open' }).optional(),
  ...booking,
});

/** Validates a change of a bill: any subset of the form. */
export const billPatchSchema = z.strictObject({
  ...sentFields(billFields, ['vendor_id']),
  ...form,
  updated_at: seenSchema,
});

export const billStatusSchema = z.strictObject({
  status: fieldSchema(billFields.status),
  ...booking,
  updated_at: seenSchema,
});

const creditItem = z.strictObject({
  bill_line_id: z.int({ error: 'Please select a line of the bill' }),
  reason: z.enum(['returned', 'price'], { error: 'The reason must be returned or price' }),
  quantity: fieldSchema(billLineFields.quantity).nullable().optional(),
  amount: fieldSchema(billChargeFields.amount)
    .optional()
    .describe('In rupees before tax; of returned goods by default at the price of the bill'),
});

/** Validates a credit of the vendor for lines of a bill (docs/product/bills.md#credits). */
export const newCreditSchema = z.strictObject({
  items: z
    .array(creditItem, { error: 'Please add at least one item' })
    .min(1, { error: 'Please add at least one item' })
    .max(mostLines, { error: 'A credit can have at most 1,000 items' }),
  bill_number: fieldSchema(billFields.bill_number)
    .optional()
    .describe("The vendor's number of the credit; by default its voucher number"),
  ...sentFields(billFields, ['bill_date', 'notes']),
});

export const tdsQuerySchema = z.strictObject({
  vendor_id: z.coerce
    .number({ error: noVendor })
    .int({ error: noVendor })
    .min(1, { error: noVendor })
    .max(maxId, { error: noVendor }),
  tds_code: z.string().trim().max(20).optional().describe('By default that of the vendor'),
  bill_date: z
    .string()
    .refine(isDay, { error: 'bill_date must be a day such as 2026-11-30' })
    .optional()
    .describe('By default today'),
  base: z.coerce
    .number({ error: 'base must be a number' })
    .min(0, { error: 'base must be at least 0' })
    .max(1e12, { error: 'base is too high' })
    .refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)), {
      error: 'base cannot have more than two decimals',
    })
    .describe('The taxable value in rupees'),
});

export const tdsSchema = z.object({
  tds_code: z.string().nullable(),
  rate: z.number().nullable().describe('Percent'),
  base: z.number().describe('Rupees: what tax is withheld on'),
  tds_amount: z.number().describe('Whole rupees'),
  why: z.string(),
});

export type NewBill = z.output<typeof newBillSchema>;
export type BillPatch = z.output<typeof billPatchSchema>;
export type BillStatus = z.output<typeof billStatusSchema>;
export type SentItem = z.output<typeof itemBody>;
export type NewItem = z.output<typeof newItemBody>;
export type SentCharge = z.output<typeof chargeBody>;
export type NewCredit = z.output<typeof newCreditSchema>;
export type TdsQuery = z.output<typeof tdsQuerySchema>;
export type TdsResult = z.output<typeof tdsSchema>;
