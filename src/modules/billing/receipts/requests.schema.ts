import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import { paymentFields, receivedAmount } from '~/modules/billing/payments/payments.fields';
import { allocationFields, mostAllocations, receiptFields } from './receipts.fields';

const idOf = (error: string) => z.int({ error }).min(1, { error }).max(maxId, { error });

const allocations = z
  .array(
    z.strictObject({
      invoice_id: idOf('Please select an invoice'),
      ...sentFields(allocationFields, ['amount', 'tds_amount', 'round_off']),
    }),
    { error: 'The allocations must be a list' },
  )
  .max(mostAllocations, { error: 'A receipt can be for at most 500 invoices at once' })
  .transform((sent) =>
    sent.map(({ invoice_id, amount = 0, tds_amount = 0, round_off = 0 }) => ({
      invoice_id,
      amount,
      tds_amount,
      round_off,
    })),
  );

/** Validates a new receipt (docs/product/receipts.md#fields). */
export const newReceiptSchema = z.strictObject({
  customer_id: idOf('Please select a customer'),
  amount: fieldSchema(receiptFields.amount),
  receipt_date: fieldSchema(receiptFields.receipt_date).optional().describe('Today unless sent'),
  payment_method: fieldSchema(paymentFields.payment_method),
  reference_number: fieldSchema(paymentFields.reference_number).optional(),
  notes: fieldSchema(paymentFields.notes).optional(),
  allocations: allocations.optional(),
  ...sentFields(receiptFields, ['tds_amount', 'round_off']),
  supply: z
    .enum(['goods', 'services'], { error: 'Choose goods or services' })
    .optional()
    .describe('The supply that the rest pays for, where tax is by GST; goods by default'),
});

export const allocateSchema = z.strictObject({
  allocations: allocations.refine((sent) => sent.length > 0, {
    error: 'Please select an invoice',
  }),
  updated_at: seenSchema,
});

/** Shares of other invoices in the credit of an invoice (docs/product/credit-notes.md#using-the-credit). */
export const setOffSchema = z.strictObject({
  allocations: z
    .array(
      z.strictObject({
        invoice_id: idOf('Please select an invoice'),
        amount: fieldSchema(receivedAmount),
      }),
      { error: 'The allocations must be a list' },
    )
    .min(1, { error: 'Please select an invoice' })
    .max(mostAllocations, { error: 'Credit can be set off against at most 500 invoices at once' }),
  updated_at: seenSchema,
});

export const receiptStatusSchema = z.strictObject({
  status: z.literal('cancelled', { error: 'A receipt can be cancelled' }),
  updated_at: seenSchema,
});

export type NewReceipt = z.output<typeof newReceiptSchema>;
export type SetOff = z.output<typeof setOffSchema>;
export type SentAllocation = NonNullable<NewReceipt['allocations']>[number];
