import type { Context, Write } from '~/kit/server/database/context';
import { type Locked, openRecord, refuseStale } from '~/kit/server/database/entity';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import type { Day } from '~/kit/shared/time/days';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { may } from '~/modules/organization/users/rights.rules';
import { issueDraft, settleInvoice } from '~/modules/billing/invoices/server/issuing.service';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { findInvoiceToPay } from '~/modules/billing/invoices/server/invoices.service';
import type { NewPayment, PaymentChange } from '../requests.fields';
import type { Payment } from '../payments.fields';
import {
  canChange,
  canDelete,
  canEdit,
  type Claimed,
  claimOf,
  completedWith,
  fixedField,
  isRefund,
  paymentDateProblem,
} from '../payments.rules';
import { enforceClaim } from './claims.steps';
import { fromAdvances } from './from-advances.service';
import { invoiceOf, payments, sumClaims } from './payments.queries';

/**
 * Records a payment, completed unless another status is sent; on a draft it issues the invoice
 * (docs/product/payments.md#the-invoice-follows).
 */
export async function recordPayment(context: Context, sent: NewPayment): Promise<Payment> {
  return context.transaction((trx) => addPayment({ trx, context }, sent));
}

export async function addPayment(write: Write, sent: NewPayment): Promise<Payment> {
  const { invoice_id: invoiceId } = sent;
  const [invoice, others, today] = await Promise.all([
    findInvoiceToPay(write, invoiceId),
    sumClaims(write.trx, { invoiceId, except: null }),
    companyToday(write),
  ]);
  if (!invoice) throw invalid('invoice_id', 'Invoice not found');
  refuseAhead({ ...sent, status: sent.status ?? 'completed' }, today);
  enforceClaim(invoice, others, sent.amount);
  // Before the payment is created, so that the feed names the invoice by its final number.
  const issued = await issueDraft(write, invoice);
  // Issued, a draft may have taken what its order was paid in advance.
  const isPaid = issued.paid_amount !== invoice.paid_amount;
  const claimed = isPaid ? await sumClaims(write.trx, { invoiceId, except: null }) : others;
  if (isPaid) enforceClaim(issued, claimed, sent.amount);
  const { person } = write.context;
  const payment = await insertRecord(write, payments, {
    ...sent,
    created_by: person.id || null,
    created_by_name: `${person.first_name} ${person.last_name}`.trim(),
  });
  return settled(write, { invoice: issued, payment, others: claimed }, today);
}

interface Claim {
  invoice: Locked<Invoice>;
  payment: Locked<Payment>;
  others: Claimed;
}

/** Updates the locked invoice to its payments; returns the payment, since a draft may have received its number. */
async function settled(
  write: Write,
  { invoice, payment, others }: Claim,
  today: Day,
): Promise<Payment> {
  const paid = completedWith(others, payment);
  const { invoice_number } = await settleInvoice(write, invoice, { paid, today });
  return { ...payment, invoice_number };
}

async function followAdvance(write: Write, { advance_id }: Payment): Promise<void> {
  if (advance_id !== null) await fromAdvances.get().follow(write, advance_id);
}

type Values = Omit<PaymentChange, 'updated_at'>;

export async function updatePayment(
  context: Context,
  id: number,
  change: PaymentChange,
): Promise<Payment> {
  const { updated_at: seen, ...values } = change;
  return context.transaction(async (trx) => {
    const write = { trx, context };
    const [{ invoice, payment: before, others }, today] = await Promise.all([
      lockBoth(write, id),
      companyToday(write),
    ]);
    refuseStale(before, seen);
    refusePart(before);
    refuseFixed(before, values);
    const after = { ...before, ...given(values) };
    const isAsBefore = after.status === before.status && after.payment_date === before.payment_date;
    if (!isAsBefore) refuseAhead(after, today);
    if (isRefund(before, after)) enforce(may(context.person, 'payments.refund'), 403);
    const isMore = claimOf(after) > claimOf(before);
    // On a cancelled invoice a reserved payment can only be released.
    const isTaken = invoice.status === 'cancelled' && after.status !== before.status;
    if (isMore || (isTaken && claimOf(after) > 0)) enforceClaim(invoice, others, after.amount);
    const action = after.status === before.status ? undefined : after.status;
    const payment = await updateRecord(write, payments, { row: before, values, action });
    await followAdvance(write, payment);
    return settled(write, { invoice, payment, others }, today);
  });
}

/** Locks the invoice before the payment, in the same sequence as recording one, in one round trip. */
async function lockBoth(write: Write, id: number): Promise<Claim> {
  const { trx } = write;
  const [invoice, payment, others] = await Promise.all([
    findInvoiceToPay(write, invoiceOf(id)),
    openRecord(write, payments, id),
    sumClaims(trx, { invoiceId: invoiceOf(id), except: id }),
  ]);
  if (!invoice) throw notFound('Invoice');
  return { invoice, payment, others };
}

function given(values: Values): Partial<Payment> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function refuseAhead(payment: Pick<Payment, 'status' | 'payment_date'>, today: Day): void {
  const problem = paymentDateProblem(payment, today);
  if (problem) throw invalid('payment_date', problem);
}

function refusePart(payment: Payment): void {
  const verdict = canChange(payment);
  const { receipt_id: id, receipt_number } = payment;
  if (verdict.ok || id === null) return;
  const record = { type: 'receipt', id, label: receipt_number ?? '' };
  enforce(verdict, 409, [{ message: verdict.sentence, record }]);
}

function refuseFixed(before: Payment, values: Values): void {
  const changed = Object.entries(given(values))
    .filter(([name, value]) => value !== before[name as keyof Payment])
    .map(([name]) => name);
  const verdict = canEdit(before, changed);
  const field = fixedField(before, changed) ?? '';
  if (!verdict.ok) enforce(verdict, 409, [{ field, message: verdict.sentence }]);
}

export async function deletePayment(context: Context, id: number): Promise<{ id: number }> {
  return context.transaction(async (trx) => {
    const write = { trx, context };
    const { invoice, payment, others } = await lockBoth(write, id);
    refusePart(payment);
    enforce(canDelete(payment));
    await deleteRecord(write, payments, { row: payment });
    await followAdvance(write, payment);
    await settleInvoice(write, invoice, { paid: others.completed });
    return { id };
  });
}
