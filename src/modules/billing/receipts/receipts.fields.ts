import { z } from 'zod';
import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import { maxAmount } from '~/kit/shared/money/money';
import type { Refund } from '~/modules/billing/advances/advances.fields';
import { paymentFields } from '~/modules/billing/payments/payments.fields';
import { rupees } from '~/modules/sales/documents/documents.fields';
import { workspaceField } from '~/modules/organization/workspaces/workspaces.fields';

export const receiptStatuses = [
  { value: 'completed', label: 'Completed', color: 'green' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

const signedRupees = (label: string) =>
  field.money({ label, required: true, currency: 'INR', min: -maxAmount, max: maxAmount });

/** The fields of a receipt (docs/product/receipts.md#fields), in the order of the list's columns. */
export const receiptFields = {
  id: field.id,
  receipt_number: field.readOnly(
    field.text({ label: 'Receipt Number', required: true, max: 50, sortable: true }),
  ),
  customer_id: field.readOnly(field.link({ label: 'Customer', to: 'customers', required: true })),
  customer_name: field.derived(
    field.text({ label: 'Customer', required: true, max: 100, sortable: true }),
  ),
  customer_phone: field.derived(field.text({ label: 'Phone', max: 50 })),
  receipt_date: field.readOnly(field.day({ label: 'Date', required: true, sortable: true })),
  payment_method: field.readOnly(paymentFields.payment_method),
  reference_number: field.readOnly(paymentFields.reference_number),
  /** 0 where TDS alone is recorded. */
  amount: field.readOnly(
    field.money({
      label: 'Amount',
      required: true,
      currency: 'INR',
      max: maxAmount,
      step: 0.01,
      sortable: true,
      messages: { required: 'Please enter the amount' },
    }),
  ),
  tds_amount: field.readOnly(rupees('TDS')),
  round_off: field.readOnly(signedRupees('Round-off')),
  /** The share of its invoices in the amount. */
  allocated_amount: field.readOnly(rupees('Allocated')),
  refunded_amount: field.readOnly(rupees('Refunded')),
  /** The rest of the amount: the customer's credit. */
  unallocated: field.derived(rupees('Unallocated')),
  status: field.readOnly(
    field.choice({ label: 'Status', choices: receiptStatuses, required: true, sortable: true }),
  ),
  notes: field.readOnly(paymentFields.notes),
  /** By GST: the advance that holds the rest (docs/product/receipts.md#credit). */
  advance_id: field.derived(field.link({ label: 'Advance', to: 'advances' })),
  created_by: paymentFields.created_by,
  created_by_name: paymentFields.created_by_name,
  workspace_id: field.derived(workspaceField),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
  custom: customOf('receipts'),
};

export type Receipt = field.RowOf<typeof receiptFields>;

/** The share of an invoice in a receipt, in rupees (docs/product/receipts.md#allocations). */
export const allocationFields = {
  invoice_id: field.link({ label: 'Invoice', to: 'invoices', required: true }),
  amount: field.money({
    label: 'Amount',
    required: true,
    currency: 'INR',
    max: maxAmount,
    step: 0.01,
  }),
  tds_amount: field.money({
    label: 'TDS',
    required: true,
    currency: 'INR',
    max: maxAmount,
    step: 0.01,
  }),
  round_off: field.money({
    label: 'Round-off',
    required: true,
    currency: 'INR',
    min: -1,
    max: 1,
    step: 0.01,
    messages: {
      min: 'The round-off must be from -1 to 1',
      max: 'The round-off must be from -1 to 1',
    },
  }),
};

/** How many invoices one call pays at most. */
export const mostAllocations = 500;

export type Allocation = field.RowOf<typeof allocationFields>;

const rupeesSchema = z.number().describe('Rupees');

export const newAllocationSchema = z.object({
  invoice_id: z.int(),
  invoice_number: z.string(),
  allocation_date: z.iso.date(),
  amount: rupeesSchema,
  tds_amount: rupeesSchema,
  round_off: rupeesSchema,
});

/** An allocation of a receipt, also of a cancelled one. */
export type NewAllocation = z.output<typeof newAllocationSchema>;

/** A receipt with its allocations and refunds, as `GET /receipts/{id}` and the writing calls answer it. */
export type WholeReceipt = Receipt & { allocations: NewAllocation[]; refunds: Refund[] };
