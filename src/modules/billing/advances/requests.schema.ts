import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { patchSchema, seenSchema } from '~/kit/shared/fields/record-schemas';
import { paymentFields } from '~/modules/billing/payments/payments.fields';
import { advanceFields } from './advances.fields';

const idOf = (error: string) => z.int({ error }).min(1, { error }).max(maxId, { error });

const money = {
  payment_method: fieldSchema(paymentFields.payment_method),
  reference_number: fieldSchema(paymentFields.reference_number).optional(),
  notes: fieldSchema(paymentFields.notes).optional(),
};

const noSubject = 'Please select an order or a customer';

/** Validates a new advance (docs/product/advances.md#fields): of an order, or of a customer who has none yet. */
export const newAdvanceSchema = z
  .strictObject({
    order_id: idOf('Order not found').nullable().optional(),
    customer_id: idOf(noSubject).nullable().optional().describe('Without an order'),
    supply: z
      .enum(['goods', 'services'], { error: 'Choose goods or services' })
      .nullable()
      .optional()
      .describe('Without an order; services by default'),
    tax_rate: paymentRate().describe('Without an order, for services; 18 by default'),
    amount: fieldSchema(advanceFields.amount),
    advance_date: fieldSchema(advanceFields.advance_date).optional().describe('Today unless sent'),
    ...money,
  })
  .refine(({ order_id, customer_id }) => Boolean(order_id ?? customer_id), {
    path: ['customer_id'],
    error: noSubject,
  });

function paymentRate() {
  return z
    .number({ error: 'The rate must be a number' })
    .min(0, { error: 'The rate must be at least 0' })
    .max(100, { error: 'The rate cannot exceed 100' })
    .nullable()
    .optional();
}

export const advancePatchSchema = patchSchema(advanceFields);

export const advanceStatusSchema = z.strictObject({
  status: z.literal('cancelled', { error: 'An advance can be cancelled' }),
  updated_at: seenSchema,
});

/** Without an amount all that fits: what is left of the advance and of the invoice. */
export const applySchema = z.strictObject({
  invoice_id: idOf('Please select an invoice'),
  amount: fieldSchema(advanceFields.amount).optional(),
});

/** Without an amount all that is left. */
export const newRefundSchema = z.strictObject({
  amount: fieldSchema(advanceFields.amount).optional(),
  refund_date: fieldSchema(advanceFields.advance_date).optional().describe('Today unless sent'),
  ...money,
});

const idInPath = z.coerce.number().int().min(1).max(maxId);

/** The path of a refund: that of its advance or receipt, and its own id. */
export const refundParams = z.object({ id: idInPath, rid: idInPath });

export type NewAdvance = z.output<typeof newAdvanceSchema>;
export type AdvanceChange = z.output<typeof advancePatchSchema>;
export type NewRefund = z.output<typeof newRefundSchema>;
