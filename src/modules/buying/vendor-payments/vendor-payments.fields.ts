import { z } from 'zod';
import * as field from '~/kit/shared/fields/fields';
import { picked } from '~/kit/shared/fields/picked';
import { maxAmount } from '~/kit/shared/money/money';
import { paymentFields } from '~/modules/billing/payments/payments.fields';
import { rupees } from '~/modules/sales/documents/documents.fields';

export const vendorPaymentStatuses = [
  { value: 'completed', label: 'Completed', color: 'green' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

const money = { currency: 'INR', required: true, max: maxAmount, step: 0.01 } as const;

/** The fields of a payment to a vendor (docs/product/vendor-payments.md#fields), in the order of the list's columns. */
export const vendorPaymentFields = {
  id: field.id,
  payment_number: field.readOnly(
    field.text({ label: 'Payment Number', required: true, max: 50, sortable: true }),
  ),
  vendor_id: field.readOnly(field.link({ label: 'Vendor', to: 'vendors', required: true })),
  vendor_name: field.derived(
    field.text({ label: 'Vendor', required: true, max: 100, sortable: true }),
  ),
  payment_date: field.readOnly(field.day({ label: 'Date', required: true, sortable: true })),
  payment_method: field.readOnly(paymentFields.payment_method),
  reference_number: field.readOnly(paymentFields.reference_number),
  /** 0 where it only sets credits of the vendor against bills. */
  amount: field.readOnly(
    field.money({
      ...money,
      label: 'Amount',
      sortable: true,
      messages: { required: 'Please enter the amount' },
    }),
  ),
  tds_code: field.readOnly(field.text({ label: 'TDS Code', max: 20 })),
  /** Withheld from the unallocated rest (docs/product/vendor-payments.md#tds). */
  tds_amount: field.readOnly(field.money({ ...money, label: 'TDS' })),
  /** The rest and the TDS: no bill is charged on it again. */
  tds_base: field.readOnly(rupees('TDS Base')),
  round_off: field.readOnly(field.money({ ...money, label: 'Round-off', min: -maxAmount })),
  /** The share of its bills in the amount. */
  allocated_amount: field.readOnly(field.money({ ...money, label: 'Allocated', min: -maxAmount })),
  /** The share of its bills in the TDS. */
  allocated_tds: field.readOnly(rupees('TDS of Bills')),
  /** The rest of the amount: an advance to the vendor. */
  unallocated: field.derived(rupees('Unallocated')),
  status: field.readOnly(
    field.choice({
      label: 'Status',
      choices: vendorPaymentStatuses,
      required: true,
      sortable: true,
    }),
  ),
  notes: field.readOnly(paymentFields.notes),
  created_by: paymentFields.created_by,
  created_by_name: paymentFields.created_by_name,
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type VendorPayment = field.RowOf<typeof vendorPaymentFields>;

/** The share of a bill in a payment, in rupees (docs/product/vendor-payments.md#allocations); a credit's is below 0. */
export const billAllocationFields = {
  amount: field.money({ ...money, label: 'Amount', min: -maxAmount }),
  round_off: field.money({
    ...money,
    label: 'Round-off',
    min: -1,
    max: 1,
    messages: {
      min: 'The round-off must be from -1 to 1',
      max: 'The round-off must be from -1 to 1',
    },
  }),
};

/** How many bills one call pays at most. */
export const mostBills = 500;

const rupeesSchema = z.number().describe('Rupees');

export const billAllocationSchema = z.object({
  bill_id: z.int(),
  voucher_number: z.string(),
  bill_number: z.string(),
  allocation_date: z.iso.date(),
  amount: rupeesSchema,
  tds_amount: rupeesSchema.describe('Rupees: the share of the bill in the TDS of an advance'),
  round_off: rupeesSchema,
});

/** A bill's share in a payment, also in a cancelled one. */
export type BillAllocation = z.output<typeof billAllocationSchema>;

/** A payment as the bill sees it that it pays: amount, TDS and round-off are what the bill has of them, in rupees. */
export const billPaymentFields = picked(vendorPaymentFields, [
  'id',
  'payment_number',
  'payment_date',
  'payment_method',
  'reference_number',
  'status',
  'amount',
  'tds_amount',
  'round_off',
]);

export type BillPayment = field.RowOf<typeof billPaymentFields>;

/** A payment with its allocations, as `GET /vendor-payments/{id}` and the writing calls answer it. */
export type WholeVendorPayment = VendorPayment & { allocations: BillAllocation[] };
