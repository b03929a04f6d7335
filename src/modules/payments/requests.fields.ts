import { z } from 'zod';
import { maxId } from '~/kit/shared/fields/fields';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { noPayment, paymentFields } from './payments.fields';

/** Validates a new payment; a missing invoice or amount is reported first (docs/product/payments.md#amount). */
export const newPaymentSchema = z.strictObject({
  invoice_id: z
    .int({ error: noPayment })
    .min(1, { error: noPayment })
    .max(maxId, { error: noPayment }),
  amount: paymentFields.amount.schema('form'),
  payment_method: paymentFields.payment_method.schema('form'),
  payment_date: paymentFields.payment_date.schema('form'),
  reference_number: paymentFields.reference_number.schema('form').optional(),
  notes: paymentFields.notes.schema('form').optional(),
  status: paymentFields.status.schema('form').optional(),
});

export const paymentPatchSchema = patchSchema(paymentFields);

export type NewPayment = z.output<typeof newPaymentSchema>;
export type PaymentChange = z.output<typeof paymentPatchSchema>;
