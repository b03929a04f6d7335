import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { noPayment, paymentFields, writeOffFields } from './payments.fields';

/** Validates a new payment; a missing invoice or amount is reported first (docs/product/payments.md#amount). */
export const newPaymentSchema = z.strictObject({
  invoice_id: z
    .int({ error: noPayment })
    .min(1, { error: noPayment })
    .max(maxId, { error: noPayment }),
  amount: fieldSchema(paymentFields.amount),
  payment_method: fieldSchema(paymentFields.payment_method),
  payment_date: fieldSchema(paymentFields.payment_date),
  reference_number: fieldSchema(paymentFields.reference_number).optional(),
  notes: fieldSchema(paymentFields.notes).optional(),
  status: fieldSchema(paymentFields.status).optional(),
});

export const writeOffSchema = z.strictObject({
  amount: fieldSchema(writeOffFields.amount).optional().describe('The whole balance unless sent'),
  reason: fieldSchema(writeOffFields.reason),
});

export const paymentPatchSchema = patchSchema(paymentFields);

export type NewPayment = z.output<typeof newPaymentSchema>;
export type WriteOff = z.output<typeof writeOffSchema>;
export type PaymentChange = z.output<typeof paymentPatchSchema>;
