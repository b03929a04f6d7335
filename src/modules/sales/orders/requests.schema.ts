import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { rowSchema, seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import {
  readBack,
  sentAmounts,
  sentDiscount,
  sentDocumentTax,
} from '~/modules/sales/documents/documents.fields';
import { anyId, sentLines } from '~/modules/sales/documents/lines/requests.schema';
import {
  orderFields,
  orderHeader,
  orderItemFields,
  orderServiceFields,
  orderSums,
  type OrderWithLines,
} from './orders.fields';

const formShape = {
  customer_id: anyId('Please select a customer'),
  ...sentLines('An order', {
    items: {
      invoiced_quantity: readBack,
      returned_quantity: readBack,
      delivered_quantity: readBack,
      closed_quantity: readBack,
      open_quantity: readBack,
    },
    services: { invoiced_quantity: readBack },
  }),
  ...sentFields(orderFields, ['order_date', ...orderHeader]),
  ...sentDiscount,
  ...sentAmounts,
  ...sentDocumentTax,
};

/** Validates the form of a new order, which is always pending (docs/product/orders.md#status). */
export const newOrderSchema = z.strictObject({
  ...formShape,
  status: z.literal('pending', { error: 'A new order is pending' }).optional(),
});

/** Validates a change of an order: any subset of the form, or one field of the list. */
export const orderPatchSchema = z.strictObject({
  ...formShape,
  ...sentFields(orderFields, ['status']),
  updated_at: seenSchema,
});

export const orderStatusSchema = z.strictObject({
  status: fieldSchema(orderFields.status),
  updated_at: seenSchema,
});

export const orderCloseSchema = z.strictObject({ updated_at: seenSchema }).nullish();

export type NewOrder = z.output<typeof newOrderSchema>;
export type OrderPatch = z.output<typeof orderPatchSchema>;

/** An order with its lines, as calls answer it. */
export const wholeOrder: z.ZodType<OrderWithLines> = rowSchema(orderFields)
  .and(rowSchema(orderSums))
  .and(
    z.object({
      items: z.array(rowSchema(orderItemFields)),
      services: z.array(rowSchema(orderServiceFields)),
    }),
  );
