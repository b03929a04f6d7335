import { type Revalued, revaluedSchema } from '~/modules/catalogue/products/stock/revalued.fields';
import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { picked } from '~/kit/shared/fields/picked';
import { rowSchema, seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import {
  mostLines,
  purchaseTaxFields,
  readBack,
  sentAmounts,
  sentDiscount,
  sentLineTax,
} from '~/modules/sales/documents/documents.fields';
import { taxPreviewSchema } from '~/modules/sales/documents/taxes/tax-preview.fields';
import { anyId } from '~/modules/sales/documents/lines/requests.schema';
import {
  purchaseLineFields,
  purchaseOrderFields,
  purchaseOrderHeader,
  type PurchaseOrderWithItems,
} from './purchase-orders.fields';

/** `describedProblems` checks presence and range, with the line's number in its message. */
const anyNumber = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .nullable()
    .optional();

const lineBody = z.strictObject({
  id: anyId('The id of a line must be a whole number').describe('Of an existing line'),
  product_id: anyId('Product must be the id of an existing record').describe(
    'Left out for a service or an expense',
  ),
  description: z
    .string({ error: 'Description must be text' })
    .max(500, { error: 'Description cannot exceed 500 characters' })
    .nullable()
    .optional(),
  quantity: anyNumber('Quantity'),
  unit_price: anyNumber('Unit price').describe("Left out: the price of the vendor's terms"),
  stock_quantity: anyNumber('Stock quantity').describe(
    "What arrives in the product's unit; left out: by the factor of the vendor's unit",
  ),
  ...sentFields(purchaseLineFields, ['expected_date', 'notes']),
  line_total: readBack,
  ...sentLineTax,
  product_name: readBack,
  sku_code: readBack,
  unit_of_measure: readBack,
  unit_decimals: readBack,
  received_quantity: readBack,
  rejected_quantity: readBack,
  returned_quantity: readBack,
  closed_quantity: readBack,
  open_quantity: readBack,
  billed_quantity: readBack,
});

const formShape = {
  vendor_id: anyId('Please select a vendor'),
  items: z
    .array(lineBody, { error: 'The items must be a list' })
    .max(mostLines, { error: 'A purchase order can have at most 1,000 items' })
    .optional(),
  ...sentFields(purchaseOrderFields, ['location_id', ...purchaseOrderHeader]),
  ...sentDiscount,
  ...sentAmounts,
  ...sentFields(purchaseTaxFields),
};

/** Validates a new purchase order, which may be ordered at once; without a date it has that of today. */
export const newPurchaseOrderSchema = z.strictObject({
  ...formShape,
  status: z
    .enum(['draft', 'ordered'], { error: 'A new purchase order is draft or ordered' })
    .optional(),
});

/** Validates a change of a purchase order: any subset of the form. */
export const purchaseOrderPatchSchema = z.strictObject({
  ...formShape,
  ...sentFields(purchaseOrderFields, ['status']),
  updated_at: seenSchema,
});

export const purchaseOrderStatusSchema = z.strictObject({
  status: fieldSchema(purchaseOrderFields.status),
  updated_at: seenSchema,
});

export const purchaseOrderCloseSchema = z.strictObject({ updated_at: seenSchema }).nullish();

/** A document of a vendor that is being typed, for its tax by GST (docs/product/purchase-orders.md#tax). */
export const purchaseTaxSchema = z.strictObject({
  vendor_id: z.int({ error: 'Please select a vendor' }).min(1).max(maxId),
  ...picked(taxPreviewSchema.shape, [
    'date',
    'lines',
    'reverse_charge',
    'discount_percent',
    'discount_amount',
  ]),
});

export type PurchaseTaxBody = z.output<typeof purchaseTaxSchema>;
export type NewPurchaseOrder = z.output<typeof newPurchaseOrderSchema>;
export type PurchaseOrderPatch = z.output<typeof purchaseOrderPatchSchema>;
export type SentPurchaseLine = z.output<typeof lineBody>;

/** A purchase order with its lines, as calls answer it. */
export const wholePurchaseOrder: z.ZodType<PurchaseOrderWithItems & Revalued> = rowSchema(
  purchaseOrderFields,
)
  .and(z.object({ items: z.array(rowSchema(purchaseLineFields)) }))
  .and(revaluedSchema);
