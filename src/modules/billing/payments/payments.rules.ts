import type { ErrorTable } from '~/kit/shared/error-codes';
import { meets } from '~/kit/shared/filters/row-tests';
import type { Day } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import { sumOf, taxOn } from '~/modules/sales/documents/lines/totals.rules';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { canPay, chargedBy, exceedsBalance } from '~/modules/billing/invoices/invoices.rules';
import { type Payment, paymentFields, paymentKinds, paymentMethods } from './payments.fields';

export const paymentRefusals = {
  'payment.invoice_fixed': [409, 'A payment cannot be moved to another invoice'],
  'payment.of_receipt': [409, 'The payment is part of a receipt and changes with it'],
  'payment.is_write_off': [409, 'A write-off can only be reversed, once'],
  'payment.is_set_off': [409, 'A set-off can only be reversed, once'],
  'payment.is_refund': [409, 'A refund of credit never changes'],
  'payment.not_pending': [409, 'Only a pending payment can be changed or deleted'],
} as const satisfies ErrorTable;

type Status = Payment['status'];

/** Payments with a method: a write-off and a set-off move no money (docs/product/payments.md#screen). */
export const withMethod = { kind: { not: ['write_off', 'set_off'] } } as const;

export function hasMethod(payment: Pick<Payment, 'kind'>): boolean {
  return meets(payment, withMethod);
}

/** The name of how money came or went, else of the kind. */
export function methodName(payment: Pick<Payment, 'kind' | 'payment_method'>): string | undefined {
  const { kind, payment_method } = payment;
  return hasMethod(payment)
    ? paymentMethods.find(({ value }) => value === payment_method)?.label
    : paymentKinds.find(({ value }) => value === kind)?.label;
}

/** Statuses that reserve part of the balance without counting as paid (docs/product/payments.md#status). */
export const heldStatuses: readonly Status[] = ['pending', 'processing'];

/** What is wrong with the date of a payment, or null: only a pending one is expected later (docs/product/payments.md#date). */
export function paymentDateProblem(
  { status, payment_date }: Pick<Payment, 'status' | 'payment_date'>,
  today: Day,
): string | null {
  const isReceived = status === 'completed' || status === 'processing';
  if (!isReceived || payment_date <= today) return null;
  return `A ${status} payment cannot be dated in the future. Choose today or an earlier day.`;
}

/** The rupees of an invoice's balance that a payment uses, paid or reserved. */
export function claimOf({ status, amount }: Pick<Payment, 'status' | 'amount'>): number {
  return status === 'completed' || heldStatuses.includes(status) ? amount : 0;
}

/** The sums of an invoice's other payments, in rupees. */
export interface Claimed {
  completed: number;
  held: number;
}

/** The sum of the completed payments, in rupees, with one payment added to the others. */
export function completedWith(
  { completed }: Claimed,
  { status, amount }: Pick<Payment, 'status' | 'amount'>,
): number {
  return status === 'completed' ? sumOf([completed, amount]) : completed;
}

type Charged = Pick<Invoice, 'total_amount' | 'credited_amount' | 'debited_amount'>;

/** Whether an amount fits into the balance minus reserved payments (docs/product/payments.md#balance). */
export function canTakeAmount(
  invoice: Charged,
  { completed, held }: Claimed,
  amount: number,
): Verdict {
  return sumOf([completed, held, amount]) > chargedBy(invoice) ? exceedsBalance : allowed;
}

/** Whether a payment may use part of an invoice's balance. */
export function canClaim(
  invoice: Charged & Pick<Invoice, 'status' | 'balance_due'>,
  others: Claimed,
  amount: number,
): Verdict {
  const verdict = canPay(invoice);
  return verdict.ok ? canTakeAmount(invoice, others, amount) : verdict;
}

/** The highest rate at which tax is deducted at source, in percent of an invoice's value before tax. */
const highestTds = 30;

/**
 * Whether the customer can have deducted so much TDS of an invoice in all, where so much money was received for it; in rupees
 * (docs/product/receipts.md#tds).
 */
export function canDeduct(
  { subtotal }: Pick<Invoice, 'subtotal'>,
  { tds, money }: { tds: number; money: number },
): Verdict {
  const most = Math.min(taxOn(subtotal, highestTds), Math.max(0, money));
  if (tds <= most) return allowed;
  return refused(
    'receipt.tds_exceeds_sum',
    `The TDS of this invoice totals ${formatMoney(tds, 'INR')}. At most ${formatMoney(most, 'INR')} is possible: no more than the money received for it, and ${highestTds} % of its value before tax.`,
  );
}

const fixedFields: readonly (keyof Payment)[] = ['amount', 'payment_method', 'payment_date'];

/** The first of these fields that may not change, or null (docs/product/payments.md#what-may-change). */
export function fixedField(
  payment: Pick<Payment, 'status'>,
  fields: readonly string[],
): keyof Payment | null {
  if (fields.includes('invoice_id')) return 'invoice_id';
  if (payment.status === 'pending') return null;
  return fixedFields.find((name) => fields.includes(name)) ?? null;
}

/**
 * A payment of a receipt changes only with it (docs/product/receipts.md#cancelling), and a write-off never
 * (docs/product/payments.md#write-off), nor a use of credit (docs/product/credit-notes.md#using-the-credit).
 */
export function canChange({
  kind,
  receipt_id,
  receipt_number,
}: Pick<Payment, 'kind' | 'receipt_id' | 'receipt_number'>): Verdict {
  if (kind === 'write_off')
    return refused('payment.is_write_off', 'A write-off cannot be changed. Reverse it instead.');
  if (kind === 'set_off')
    return refused('payment.is_set_off', 'A set-off cannot be changed. Reverse it instead.');
  if (kind === 'refund')
    return refused(
      'payment.is_refund',
      'A refund has a voucher and cannot be changed. Record money that comes back as a receipt.',
    );
  if (receipt_id === null) return allowed;
  return refused(
    'payment.of_receipt',
    `This payment is part of receipt ${receipt_number}. Cancel the receipt to take it back.`,
  );
}

/**
 * Amount, method and date change only while pending; the invoice never changes
 * (docs/product/payments.md#what-may-change).
 */
export function canEdit(payment: Pick<Payment, 'status'>, fields: readonly string[]): Verdict {
  const fixed = fixedField(payment, fields);
  if (fixed === null) return allowed;
  if (fixed === 'invoice_id') {
    return refused('payment.invoice_fixed', 'A payment cannot be moved to another invoice');
  }
  return refused(
    'payment.not_pending',
    `${paymentFields[fixed].label} can be changed only while the payment is pending`,
  );
}

/**
 * A write-off is taken back once: its invoice is owed again (docs/product/payments.md#write-off). So is a set-off
 * (docs/product/credit-notes.md#using-the-credit).
 */
export function canReverse({ kind, status }: Pick<Payment, 'kind' | 'status'>): Verdict {
  if ((kind === 'write_off' || kind === 'set_off') && status === 'completed') return allowed;
  if (kind === 'set_off') return refused('payment.is_set_off', 'This set-off is already reversed');
  return refused('payment.is_write_off', 'This write-off is already reversed');
}

/** Whether a change takes a completed payment back, which needs its own right (docs/product/roles.md#rights). */
export function isRefund(before: Pick<Payment, 'status'>, after: Pick<Payment, 'status'>): boolean {
  return before.status === 'completed' && after.status !== 'completed';
}

export function canDelete(payment: Pick<Payment, 'status'>): Verdict {
  if (payment.status === 'pending') return allowed;
  return refused('payment.not_pending', 'Only pending payments can be deleted');
}
