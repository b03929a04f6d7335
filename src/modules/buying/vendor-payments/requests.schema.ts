import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import { paymentFields } from '~/modules/billing/payments/payments.fields';
import { billAllocationFields, mostBills, vendorPaymentFields } from './vendor-payments.fields';

const idOf = (error: string) => z.int({ error }).min(1, { error }).max(maxId, { error });

const allocations = z
  .array(
    z.strictObject({
      bill_id: idOf('Please select a bill'),
      ...sentFields(billAllocationFields, ['amount', 'round_off']),
    }),
    { error: 'The allocations must be a list' },
  )
  .max(mostBills, { error: 'A payment can be for at most 500 bills at once' })
  .transform((sent) =>
    sent.map(({ bill_id, amount = 0, round_off = 0 }) => ({ bill_id, amount, round_off })),
  );

/** Validates a new payment to a vendor (docs/product/vendor-payments.md#fields). */
export const newVendorPaymentSchema = z.strictObject({
  vendor_id: idOf('Please select a vendor'),
  amount: fieldSchema(vendorPaymentFields.amount),
  payment_date: fieldSchema(vendorPaymentFields.payment_date)
    .optional()
    .describe('Today unless sent'),
  payment_method: fieldSchema(paymentFields.payment_method),
  reference_number: fieldSchema(paymentFields.reference_number).optional(),
  notes: fieldSchema(paymentFields.notes).optional(),
  allocations: allocations.optional(),
  ...sentFields(vendorPaymentFields, ['tds_code', 'tds_amount', 'round_off']),
});

export const allocateVendorPaymentSchema = z.strictObject({
  allocations: allocations.refine((sent) => sent.length > 0, { error: 'Please select a bill' }),
  updated_at: seenSchema,
});

export const vendorPaymentStatusSchema = z.strictObject({
  status: z.literal('cancelled', { error: 'A payment can be cancelled' }),
  updated_at: seenSchema,
});

export const bankFileSchema = z.strictObject({
  ids: z
    .array(idOf('Please select payments'), { error: 'The payments must be a list' })
    .min(1, { error: 'Please select payments' })
    .max(mostBills, { error: 'A file can have at most 500 payments' }),
});

export type NewVendorPayment = z.output<typeof newVendorPaymentSchema>;
export type SentBillAllocation = NonNullable<NewVendorPayment['allocations']>[number];
