import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import { maxAmount } from '~/kit/shared/money/money';
import { workspaceField } from '~/modules/organization/workspaces/workspaces.fields';

export const paymentMethods = [
  { value: 'cash', label: 'Cash' },
  { value: 'check', label: 'Check' },
  { value: 'bank_transfer', label: 'Bank transfer' },
  { value: 'credit_card', label: 'Credit card' },
  { value: 'other', label: 'Other' },
] as const;

export const paymentStatuses = [
  { value: 'completed', label: 'Completed', color: 'green' },
  { value: 'pending', label: 'Pending', color: 'yellow' },
  { value: 'failed', label: 'Failed', color: 'red' },
  { value: 'processing', label: 'Processing', color: 'blue' },
] as const;

/** A payment is money, or lowers an invoice without any (docs/product/receipts.md#allocations, docs/product/payments.md#write-off, docs/product/credit-notes.md#using-the-credit). */
export const paymentKinds = [
  { value: 'cash', label: 'Money' },
  { value: 'tds', label: 'TDS' },
  { value: 'round_off', label: 'Round-off' },
  { value: 'write_off', label: 'Write-off' },
  { value: 'set_off', label: 'Set-off' },
  { value: 'refund', label: 'Refund' },
] as const;

/** The message for a missing invoice or amount (docs/product/payments.md#amount). */
export const noPayment = 'Please select an invoice and enter a valid payment amount';

const amountOptions = {
  label: 'Amount',
  required: true,
  currency: 'INR',
  min: 0.01,
  max: maxAmount,
  step: 0.01,
} as const;

/** The amount of a receipt or an advance. */
export const receivedAmount = field.readOnly(
  field.money({
    ...amountOptions,
    sortable: true,
    messages: { required: 'Please enter the amount', min: 'Please enter the amount' },
  }),
);

/** The fields of a payment (docs/product/payments.md#fields). */
export const paymentFields = {
  id: field.id,
  invoice_id: field.link({ label: 'Invoice', to: 'invoices', required: true }),
  invoice_number: field.derived(
    field.text({ label: 'Invoice Number', required: true, max: 50, sortable: true }),
  ),
  customer_name: field.derived(
    field.text({ label: 'Customer', required: true, max: 100, sortable: true }),
  ),
  amount: field.money({
    ...amountOptions,
    sortable: true,
    messages: { required: noPayment, min: 'Please enter a valid payment amount' },
  }),
  payment_method: field.choice({ label: 'Method', choices: paymentMethods, required: true }),
  payment_date: field.day({ label: 'Payment Date', required: true, sortable: true }),
  reference_number: field.text({ label: 'Reference Number', max: 100 }),
  status: field.choice({
    label: 'Status',
    choices: paymentStatuses,
    required: true,
    sortable: true,
  }),
  created_by: field.readOnly(field.link({ label: 'Recorded By', to: 'users' })),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  /** The advance that it was taken from (docs/product/advances.md#adjusting). */
  advance_id: field.readOnly(field.link({ label: 'Advance', to: 'advances' })),
  kind: field.readOnly(field.choice({ label: 'Kind', choices: paymentKinds, required: true })),
  /** The receipt that it is part of (docs/product/receipts.md#allocations). */
  receipt_id: field.readOnly(field.link({ label: 'Receipt', to: 'receipts' })),
  receipt_number: field.derived(field.text({ label: 'Receipt', max: 50, sortable: true })),
  created_by_name: field.readOnly(field.text({ label: 'Recorded By', required: true, max: 120 })),
  workspace_id: field.derived(workspaceField),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
  custom: customOf('payments'),
};

/** A write-off of an invoice (docs/product/payments.md#write-off). */
export const writeOffFields = {
  amount: field.money({
    ...amountOptions,
    messages: { min: 'Please enter a valid amount' },
  }),
  reason: field.longText({
    label: 'Reason',
    required: true,
    max: 500,
    messages: { required: 'Please enter the reason' },
  }),
};

export type Payment = field.RowOf<typeof paymentFields>;
export type PaymentPatch = field.PatchOf<typeof paymentFields>;

/** Payments that are money received. */
export const receivedFilters = { status: 'completed', kind: 'cash' } as const;
