import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import { type Locked, openRecord } from '~/kit/server/database/entity';
import { insertRecord, updateRecord } from '~/kit/server/database/write';
import { AppError, type Detail, enforce, invalid } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import { unprintable } from '~/kit/shared/print/print-runs';
import { takeLegalNumber } from '~/modules/organization/company/server/number-series.service';
import { companyToday, getSettings } from '~/modules/organization/company/server/settings.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { storedParties } from '~/modules/sales/papers/server/parties.service';
import { spentParts, sumsOfParts } from '../advance-amounts.rules';
import type { Advance, PrintedVoucher, Voucher, WholeAdvance } from '../advances.fields';
import { canCancel, canSpend, statusOf } from '../advances.rules';
import type { AdvanceChange, NewAdvance, NewRefund } from '../requests.schema';
import { advances, getAdvance, insertRefund, listTakenByOthers } from './advances.queries';
import { planAdvance } from './planning.internal';
import { getVoucher } from './vouchers.queries';

/** Records an advance and issues its receipt voucher (docs/product/advances.md#receipt-voucher). */
export async function recordAdvance(context: Context, sent: NewAdvance): Promise<WholeAdvance> {
  return context.write(async (write, trx) => {
    const { id } = await addAdvance(write, sent);
    return getAdvance(trx, id);
  });
}

/** An advance as it would be recorded, and the letters that its voucher cannot print. */
export async function previewAdvance(write: Write, sent: NewAdvance) {
  const { parts, supply, ...plan } = await planAdvance(write, sent);
  const { seller, buyer } = await storedParties(write.trx, plan);
  const texts = [seller, buyer, sent.reference_number, sent.notes];
  const letters = unprintable(JSON.stringify(texts)).slice(0, 10);
  return { ...sumsOfParts(parts), ...supply, parts, letters };
}

export async function addAdvance(
  write: Write,
  sent: NewAdvance,
  own: { receipt_id?: number } = {},
): Promise<Advance> {
  const { trx } = write;
  const { payment_method, reference_number = null, notes = null, amount } = sent;
  const plan = await planAdvance(write, sent);
  const { settings, order, customer_id, billing_address_id, advance_date, supply, parts } = plan;
  const { logo_digest, ...parties } = await storedParties(trx, { customer_id, billing_address_id });
  const taken = await takeLegalNumber(trx, 'receipt_voucher', { day: advance_date, settings });
  const voucher: Voucher = {
    kind: 'receipt',
    number: taken.number,
    date: advance_date,
    ...parties,
    ...supply,
    order_number: order?.order_number ?? null,
    payment_method,
    reference_number,
    notes,
    amount,
    parts,
    original: null,
  };
  return insertRecord(write, advances, {
    customer_id,
    order_id: order?.id ?? null,
    advance_date,
    amount,
    payment_method,
    reference_number,
    notes,
    ...supply,
    ...sumsOfParts(parts),
    ...placed(taken),
    logo_digest,
    voucher: JSON.stringify(voucher),
    ...own,
    ...createdBy(write.context),
  });
}

function placed({ number, year, sequence }: Awaited<ReturnType<typeof takeLegalNumber>>) {
  return { voucher_number: number, number_year: year, number_sequence: sequence };
}

/** Reference and notes alone change: what the voucher says never does. */
export async function updateAdvance(
  context: Context,
  id: number,
  { updated_at: seen, ...values }: AdvanceChange,
): Promise<WholeAdvance> {
  return context.write(async (write, trx) => {
    const row = await openRecord(write, advances, id, seen);
    await updateRecord(write, advances, { row, values });
    return getAdvance(trx, id);
  });
}

/** Cancels a voucher, which keeps its number (docs/product/advances.md#cancelling). */
export async function cancelAdvance(
  context: Context,
  id: number,
  seen?: string,
): Promise<WholeAdvance> {
  return context.write(async (write, trx) => {
    const row = await openRecord(write, advances, id, seen);
    refuseReceipts(row);
    await cancelOpened(write, row);
    return getAdvance(trx, id);
  });
}

/** The rest of a receipt is cancelled only with it (docs/product/receipts.md#cancelling). */
function refuseReceipts({ receipt_id: id, receipt_number: label }: Advance): void {
  if (id === null || label === null) return;
  const message = `This advance is the rest of receipt ${label}. Cancel the receipt instead.`;
  const details = [{ message, record: { type: 'receipt', id, label } }];
  throw new AppError('advance.of_receipt', message, { details });
}

/** Cancels a locked advance; 409 with the invoices that were paid from it. */
async function cancelOpened(write: Write, row: Locked<Advance>): Promise<void> {
  const verdict = canCancel(row);
  if (!verdict.ok) enforce(verdict, await usesOf(write, row.id));
  await closeAdvance(write, row);
}

/** The invoices that were paid from an advance, as a refusal names them. */
export async function usesOf({ trx }: Write, id: number): Promise<Detail[]> {
  const paid = await listTakenByOthers(trx, id);
  return paid.map((invoice) => ({
    message: `Paid from it: ${invoice.label}`,
    record: { type: 'invoice', ...invoice },
  }));
}

/** Cancels a locked advance from which nothing was paid. */
export async function closeAdvance(write: Write, row: Locked<Advance>): Promise<void> {
  await updateRecord(write, advances, {
    row,
    action: 'cancelled',
    values: { status: 'cancelled' },
  });
}

/** Gives back what is left of an advance or part of it, with a refund voucher (docs/product/advances.md#refund). */
export async function refundAdvance(
  context: Context,
  id: number,
  sent: NewRefund,
): Promise<WholeAdvance> {
  return context.write(async (write, trx) => {
    await addRefund(write, id, sent);
    return getAdvance(trx, id);
  });
}

export async function addRefund(write: Write, id: number, sent: NewRefund): Promise<void> {
  const row = await openRecord(write, advances, id);
  const { payment_method, reference_number = null, notes = null } = sent;
  const amount = sent.amount ?? row.balance;
  const verdict = canSpend(row, amount);
  if (!verdict.ok) enforce(verdict, [{ field: 'amount', message: verdict.message }]);
  const refund_date = await refundDate(write, sent, { advance: row.advance_date });
  const paid = { amount, payment_method, reference_number, notes };
  await issueRefund(write, row, { ...paid, refund_date });
  const refunded_amount = sumOf([row.refunded_amount, amount]);
  const status = statusOf({ ...row, refunded_amount });
  await updateRecord(write, advances, {
    row,
    action: 'refunded',
    values: { refunded_amount, status },
  });
}

/** The date of a refund, today unless sent; 400 in the future, or before the money came. */
export async function refundDate(
  write: Write,
  { refund_date: sent }: NewRefund,
  from: { advance: Day } | { receipt: Day } | { invoice: Day },
): Promise<Day> {
  const today = await companyToday(write);
  const date = sent ?? today;
  if (date > today) throw invalid('refund_date', 'The refund date cannot be in the future');
  for (const [noun, day] of Object.entries(from)) {
    if (date < day)
      throw invalid('refund_date', `The refund date cannot be before the ${noun} date`);
  }
  return date;
}

interface PaidBack
  extends Pick<Voucher, 'amount' | 'payment_method' | 'reference_number' | 'notes'> {
  refund_date: string;
}

type RefundOf = ({ advance_id: number } | { receipt_id: number } | { invoice_id: number }) & {
  logo_digest: string | null;
  refund_date: Day;
};

async function issueRefund(
  write: Write,
  advance: Advance,
  { refund_date, ...paid }: PaidBack,
): Promise<void> {
  const { trx } = write;
  const { voucher: receipt, logo_digest } = await getVoucher(trx, advance.id);
  const before = sumOf([advance.adjusted_amount, advance.refunded_amount]);
  const parts = spentParts(receipt.parts, { before, amount: paid.amount });
  const original = { number: receipt.number, date: receipt.date };
  const of = { advance_id: advance.id, logo_digest };
  await addRefundVoucher(write, { ...receipt, ...paid, parts, original }, { ...of, refund_date });
}

/** Issues a refund voucher, which takes its number of the series; returns the id of the refund. */
export async function addRefundVoucher(
  write: Write,
  sent: Omit<PrintedVoucher, 'kind' | 'number' | 'date'>,
  { refund_date, ...of }: RefundOf,
): Promise<number> {
  const { trx, context } = write;
  const settings = await getSettings(trx);
  const taken = await takeLegalNumber(trx, 'refund_voucher', { day: refund_date, settings });
  const voucher: PrintedVoucher = {
    ...sent,
    kind: 'refund',
    number: taken.number,
    date: refund_date,
  };
  const { amount, payment_method, reference_number, notes } = sent;
  return insertRefund(trx, {
    ...of,
    refund_date,
    amount,
    payment_method,
    reference_number,
    notes,
    ...placed(taken),
    voucher: JSON.stringify(voucher),
    ...createdBy(write.context),
    created_at: context.now,
  });
}
