import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { rowSchema, seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import {
  mostLines,
  readBack,
  sentAmounts,
  sentDiscount,
  sentDocumentTax,
  sentLineTax,
} from '~/modules/sales/documents/documents.fields';
import {
  orderFields,
  orderHeader,
  orderItemFields,
  orderServiceFields,
  orderSums,
  type OrderWithLines,
} from './orders.fields';

/** `orderProblems` checks presence and range, with the line's number in its message. */
const anyNumber = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .nullable()
    .optional();
export const anyId = (error: string) =>
  z.int({ error }).max(maxId, { error }).nullable().optional();
const total = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .nullable()
    .optional();

const shared = {
  id: anyId('The id of a line must be a whole number').describe('Of an existing line'),
  quantity: anyNumber('Quantity'),
  unit_price: anyNumber('Unit price'),
  notes: fieldSchema(orderItemFields.notes).optional(),
  ...sentLineTax,
  line_total: total('Line total'),
  total_price: total('Total price'),
  description: readBack,
};

const itemShape = {
  ...shared,
  product_id: anyId('Product must be the id of an existing record'),
  product_name: readBack,
  sku_code: readBack,
  unit_of_measure: readBack,
  unit_decimals: readBack,
};

const serviceShape = {
  ...shared,
  service_id: anyId('Service must be the id of an existing record'),
  service_name: readBack,
};

/** The lines of a request; `own` is what each may say besides, `noun` such as "An order". */
export function sentLines<Item extends z.ZodRawShape, Service extends z.ZodRawShape>(
  noun: string,
  own: { items: Item; services: Service },
) {
  const lines = <S extends z.ZodType>(line: S, plural: string) =>
    z
      .array(line, { error: `The ${plural} must be a list` })
      .max(mostLines, { error: `${noun} can have at most 1,000 ${plural}` })
      .optional();
  return {
    items: lines(z.strictObject({ ...itemShape, ...own.items }), 'items'),
    services: lines(z.strictObject({ ...serviceShape, ...own.services }), 'services'),
  };
}

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
