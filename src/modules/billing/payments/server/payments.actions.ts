import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import { type Locked, openRecord, refuseStale, readRecord } from '~/kit/server/database/entity';
import { enforce, invalid, notFound, AppError } from '~/kit/server/errors';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import type { Day } from '~/kit/shared/time/days';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { canWriteOff, freeBalance } from '~/modules/billing/invoices/invoices.rules';
import { may } from '~/modules/organization/users/rights.rules';
import { issueDraft, settleInvoice } from '~/modules/billing/invoices/server/issuing.service';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import {
  findInvoiceToPay,
  requireInvoice,
} from '~/modules/billing/invoices/server/invoices.service';
import type { NewPayment, PaymentChange, WriteOff } from '../requests.schema';
import type { Payment } from '../payments.fields';
import {
  canChange,
  canDelete,
  canEdit,
  canReverse,
  type Claimed,
  claimOf,
  completedWith,
  fixedField,
  isRefund,
  paymentDateProblem,
} from '../payments.rules';
import { enforceClaim } from './claims.internal';
import { reverseSetOff } from './credits.service';
import { fromAdvances } from './from-advances.service';
import { invoiceOf, lockInvoicesOf, payments, sumClaims } from './payments.queries';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { paperPdf, type PdfFile, pdfOf } from '~/modules/sales/papers/server/printing.service';
import { receiptPrintDocument } from '../payments.print';

/**
 * Records a payment, completed unless another status is sent; on a draft it issues the invoice
 * (docs/product/payments.md#the-invoice-follows).
 */
export async function recordPayment(context: Context, sent: NewPayment): Promise<Payment> {
  return context.write((write) => addPayment(write, sent));
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
  const payment = await insertRecord(write, payments, {
    ...sent,
    ...createdBy(write.context),
  });
  return settled(write, { invoice: issued, payment, others: claimed }, today);
}

/**
 * Writes off the balance of an issued invoice or part of it: a completed payment without money
 * (docs/product/payments.md#write-off).
 */
export async function writeOff(
  context: Context,
  invoiceId: number,
  sent: WriteOff,
): Promise<Payment> {
  return context.write((write) => addWriteOff(write, invoiceId, sent));
}

export async function addWriteOff(
  write: Write,
  invoiceId: number,
  { amount: sent, reason }: WriteOff,
): Promise<Payment> {
  const [invoice, others, today] = await Promise.all([
    findInvoiceToPay(write, invoiceId),
    sumClaims(write.trx, { invoiceId, except: null }),
    companyToday(write),
  ]);
  if (!invoice) throw notFound('Invoice');
  const amount = sent ?? freeBalance(invoice);
  const verdict = canWriteOff(invoice, amount);
  if (!verdict.ok) enforce(verdict, [{ field: 'amount', message: verdict.message }]);
  const payment = await insertRecord(write, payments, {
    invoice_id: invoiceId,
    amount,
    kind: 'write_off',
    payment_method: 'other',
    payment_date: today,
    notes: reason,
    ...createdBy(write.context),
  });
  return settled(write, { invoice, payment, others }, today);
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
  return context.write(async (write, trx) => {
    if (isReversing(values)) await lockInvoicesOf(trx, id);
    const [{ invoice, payment: before, others }, today] = await Promise.all([
      lockBoth(write, id),
      companyToday(write),
    ]);
    refuseStale(before, seen);
    if (before.kind === 'set_off' && isReversing(values))
      return reverseSetOff(write, before, today);
    const isReversal = before.kind === 'write_off' && isReversing(values);
    if (isReversal) enforceReversal(write, before);
    else refuseChange(before);
    refuseFixed(before, values);
    const after = { ...before, ...given(values) };
    const isAsBefore = after.status === before.status && after.payment_date === before.payment_date;
    if (!isAsBefore) refuseAhead(after, today);
    if (!isReversal && isRefund(before, after)) enforce(may(context.person, 'payments.refund'));
    const isMore = claimOf(after) > claimOf(before);
    // On a cancelled invoice a reserved payment can only be released.
    const isTaken = invoice.status === 'cancelled' && after.status !== before.status;
    if (isMore || (isTaken && claimOf(after) > 0)) enforceClaim(invoice, others, after.amount);
    const becomes = after.status === before.status ? undefined : after.status;
    const action = isReversal ? 'reversed' : becomes;
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

/** Whether nothing but the status changes, to failed. */
function isReversing(values: Values): boolean {
  const { status, ...others } = given(values);
  return status === 'failed' && Object.keys(others).length === 0;
}

function enforceReversal({ context }: Write, payment: Payment): void {
  enforce(may(context.person, 'invoices.write_off'));
  enforce(canReverse(payment));
}

function refuseChange(payment: Payment): void {
  const verdict = canChange(payment);
  if (verdict.ok) return;
  const { receipt_id: id, receipt_number } = payment;
  const record = id === null ? null : { type: 'receipt', id, label: receipt_number ?? '' };
  enforce(verdict, [{ message: verdict.message, ...(record ? { record } : {}) }]);
}

function refuseFixed(before: Payment, values: Values): void {
  const changed = Object.entries(given(values))
    .filter(([name, value]) => value !== before[name as keyof Payment])
    .map(([name]) => name);
  const verdict = canEdit(before, changed);
  const field = fixedField(before, changed) ?? '';
  if (!verdict.ok) enforce(verdict, [{ field, message: verdict.message }]);
}

export async function deletePayment(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write) => {
    const { invoice, payment, others } = await lockBoth(write, id);
    refuseChange(payment);
    enforce(canDelete(payment));
    await deleteRecord(write, payments, { row: payment });
    await followAdvance(write, payment);
    await settleInvoice(write, invoice, { paid: others.completed });
    return { id };
  });
}

/** The receipt of a payment as a PDF file (docs/product/payments.md#receipt). 404. */
export async function receiptPdf(context: Context, id: number): Promise<PdfFile> {
  const payment = await readRecord(context, payments, id);
  if (payment.kind === 'write_off')
    throw new AppError('payment.is_write_off', 'A write-off has no receipt');
  if (payment.kind === 'set_off')
    throw new AppError('payment.is_set_off', 'A set-off has no receipt');
  if (payment.kind === 'refund')
    return paperPdf(context.db, await fromAdvances.get().refundPaper(context.db, id));
  const [invoice, issuer] = await Promise.all([
    requireInvoice(context, payment.invoice_id).catch(nullWhenHidden),
    billingIdentity(context.db),
  ]);
  const printed = receiptPrintDocument({ payment, invoice, issuer });
  return pdfOf(printed.title, printed);
}

/** A person may read payments without their invoices. */
function nullWhenHidden(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null;
  throw error;
}
