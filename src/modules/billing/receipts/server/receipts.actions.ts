import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import { type Locked, openRecord } from '~/kit/server/database/entity';
import { insertRecord, updateRecord } from '~/kit/server/database/write';
import { AppError, type Detail, enforce, invalid, refuseInvalid } from '~/kit/server/errors';
import { formatMoney } from '~/kit/shared/money/money';
import type { Day } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import type { NewRefund } from '~/modules/billing/advances/requests.schema';
import { findInvoiceToPay } from '~/modules/billing/invoices/server/invoices.service';
import {
  followRest,
  holdRest,
  refundRest,
  releaseRest,
} from '~/modules/billing/advances/server/receipt-rests.service';
import {
  payFromReceipt,
  takeBackReceipt,
} from '~/modules/billing/payments/server/from-receipts.service';
import { takeLegalNumber } from '~/modules/organization/company/server/number-series.service';
import { companyToday, getSettings } from '~/modules/organization/company/server/settings.service';
import { findCustomer } from '~/modules/sales/customers/server/customers.service';
import type { Receipt, WholeReceipt } from '../receipts.fields';
import {
  allocationProblems,
  canAllocate,
  canCancel,
  canCover,
  canRefund,
  receiptDateProblem,
  sumsOf,
} from '../receipts.rules';
import type { NewReceipt, SentAllocation } from '../requests.schema';
import { getReceipt, holdCustomer, receipts } from './receipts.queries';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { findLogo } from '~/modules/sales/papers/server/parties.service';
import { type PdfFile, pdfOf } from '~/modules/sales/papers/server/printing.service';
import { receiptPrint } from '../receipts.print';

/** Records a receipt and pays its invoices, all or none (docs/product/receipts.md#allocations). */
export async function recordReceipt(context: Context, sent: NewReceipt): Promise<WholeReceipt> {
  return context.write(async (write, trx) => {
    const { id } = await addReceipt(write, sent);
    return getReceipt(trx, id);
  });
}

export async function addReceipt(write: Write, sent: NewReceipt): Promise<{ id: number }> {
  const { trx, context } = write;
  const { customer_id, amount, payment_method, reference_number = null, notes = null } = sent;
  const allocations = sent.allocations ?? [];
  const sums = checkedSums(sent, allocations);
  if (!(await findCustomer(trx, customer_id, context.person)))
    throw invalid('customer_id', 'Customer not found');
  const [today, settings] = await Promise.all([companyToday(write), getSettings(trx)]);
  const receipt_date = sent.receipt_date ?? today;
  const dateProblem = receiptDateProblem(receipt_date, today);
  if (dateProblem) throw invalid('receipt_date', dateProblem);
  const invoices = await lockInvoices(write, customer_id, allocations);
  // Merged since it was read; locked after the invoices and before the number series (docs/decisions/0124).
  if (!(await holdCustomer(trx, customer_id))) throw invalid('customer_id', 'Customer not found');
  const taken = await takeLegalNumber(trx, 'receipt', { day: receipt_date, settings });
  const receipt = await insertRecord(write, receipts, {
    receipt_number: taken.number,
    number_year: taken.year,
    number_sequence: taken.sequence,
    customer_id,
    receipt_date,
    payment_method,
    reference_number,
    amount,
    tds_amount: sums.tds_amount,
    round_off: sums.round_off,
    allocated_amount: sums.amount,
    notes,
    ...createdBy(context),
  });
  await pay(write, receipt, { allocations, invoices, day: receipt_date, today });
  const rest = sumOf([amount, -sums.amount]);
  if (rest > 0 && settings.tax_mode === 'gst') {
    await holdRest(write, receipt.id, {
      customer_id,
      amount: rest,
      supply: sent.supply ?? 'goods',
      advance_date: receipt_date,
      payment_method,
      reference_number,
      notes,
    });
  }
  return { id: receipt.id };
}

/** Only the custom fields of a receipt can change (docs/product/receipts.md#changes). */
export async function updateReceipt(
  context: Context,
  id: number,
  { updated_at: seen }: { updated_at?: string },
): Promise<WholeReceipt> {
  return context.write(async (write, trx) => {
    const row = await openRecord(write, receipts, id, seen);
    await updateRecord(write, receipts, { row, values: {} });
    return getReceipt(trx, id);
  });
}

/** 400 for allocations with problems, or that total more than the receipt. */
function checkedSums(sent: NewReceipt, allocations: readonly SentAllocation[]) {
  refuseInvalid(allocationProblems(allocations));
  const sums = sumsOf(allocations);
  for (const name of ['tds_amount', 'round_off'] as const) {
    if (sent[name] !== undefined && sent[name] !== sums[name])
      throw invalid(name, `The allocations total ${formatMoney(sums[name], 'INR')}`);
  }
  const verdict = canCover(sent, sums);
  if (!verdict.ok) enforce(verdict, [{ field: 'amount', message: verdict.message }]);
  return sums;
}

type LockedInvoices = ReadonlyMap<number, Locked<Invoice>>;

/** The invoices of allocations, locked by id, so that receipts over the same ones wait for each other. */
export async function lockInvoices(
  write: Write,
  customerId: number,
  allocations: readonly SentAllocation[],
): Promise<LockedInvoices> {
  const found = new Map<number, Locked<Invoice>>();
  const ids = allocations.map(({ invoice_id }) => invoice_id);
  for (const id of ids.toSorted((one, other) => one - other)) {
    const field = `allocations.${ids.indexOf(id)}.invoice_id`;
    const invoice = await findInvoiceToPay(write, id);
    if (!invoice) throw invalid(field, 'Invoice not found');
    if (invoice.customer_id !== customerId) {
      const message = `${invoice.invoice_number} belongs to another customer`;
      const record = { type: 'invoice', id, label: invoice.invoice_number };
      throw new AppError('receipt.customer_mismatch', message, {
        details: [{ field, message, record }],
      });
    }
    found.set(id, invoice);
  }
  return found;
}

interface Paying {
  allocations: readonly SentAllocation[];
  invoices: LockedInvoices;
  /** The day of the payments. */
  day: Day;
  today: Day;
}

async function pay(
  write: Write,
  receipt: Receipt,
  { allocations, invoices, day, today }: Paying,
): Promise<void> {
  const { id: receipt_id, payment_method, receipt_number, reference_number, advance_id } = receipt;
  const payment = {
    receipt_id,
    payment_method,
    payment_date: day,
    reference_number: reference_number ?? receipt_number,
    advance_id,
  };
  const shares = allocations.flatMap(({ invoice_id, amount, tds_amount, round_off }, index) => {
    const invoice = invoices.get(invoice_id);
    const amounts = { cash: amount, tds: tds_amount, round_off };
    return invoice ? [{ invoice, amounts, at: `allocations.${index}.` }] : [];
  });
  // In the order in which they were locked: drafts take the numbers of their series in it.
  const inOrder = shares.toSorted((one, other) => one.invoice.id - other.invoice.id);
  if (inOrder.length > 0) await payFromReceipt(write, payment, { shares: inOrder, today });
}

/** Pays invoices from the rest of a receipt, dated today (docs/product/receipts.md#credit). */
export async function allocateReceipt(
  context: Context,
  id: number,
  {
    allocations,
    updated_at: seen,
  }: { allocations: SentAllocation[]; updated_at?: string | undefined },
): Promise<WholeReceipt> {
  return context.write(async (write, trx) => {
    refuseInvalid(allocationProblems(allocations));
    const receipt = await openRecord(write, receipts, id, seen);
    const sums = sumsOf(allocations);
    const verdict = canAllocate(receipt, sums);
    if (!verdict.ok) {
      enforce(verdict, [{ field: 'allocations', message: verdict.message }]);
    }
    const invoices = await lockInvoices(write, receipt.customer_id, allocations);
    const today = await companyToday(write);
    await pay(write, receipt, { allocations, invoices, day: today, today });
    await updateRecord(write, receipts, {
      row: receipt,
      action: 'allocated',
      values: {
        allocated_amount: sumOf([receipt.allocated_amount, sums.amount]),
        tds_amount: sumOf([receipt.tds_amount, sums.tds_amount]),
        round_off: sumOf([receipt.round_off, sums.round_off]),
      },
    });
    await followRest(write, id);
    return getReceipt(trx, id);
  });
}

/** Refunds the rest of a receipt or part of it, with a refund voucher (docs/product/receipts.md#refund). */
export async function refundReceipt(
  context: Context,
  id: number,
  sent: NewRefund,
): Promise<WholeReceipt> {
  return context.write(async (write, trx) => {
    await addReceiptRefund(write, id, sent);
    return getReceipt(trx, id);
  });
}

export async function addReceiptRefund(write: Write, id: number, sent: NewRefund): Promise<void> {
  const receipt = await openRecord(write, receipts, id);
  const amount = sent.amount ?? receipt.unallocated;
  const verdict = canRefund(receipt, amount);
  if (!verdict.ok) enforce(verdict, [{ field: 'amount', message: verdict.message }]);
  await refundRest(write, receipt, { ...sent, amount });
  // What an advance holds is refunded by it.
  const refunded = receipt.advance_id === null ? amount : 0;
  await updateRecord(write, receipts, {
    row: receipt,
    action: 'refunded',
    values: { refunded_amount: sumOf([receipt.refunded_amount, refunded]) },
  });
}

/** Cancels a receipt and all that it paid; it keeps its number (docs/product/receipts.md#cancelling). */
export async function cancelReceipt(
  context: Context,
  id: number,
  seen?: string,
): Promise<WholeReceipt> {
  return context.write(async (write, trx) => {
    await takeBack(write, id, seen);
    return getReceipt(trx, id);
  });
}

function creditUsed(details: Detail[]): AppError {
  const message =
    'Invoices were paid from the advance of this receipt. Set these payments to failed first.';
  return new AppError('receipt.credit_used', message, { details });
}

export async function takeBack(write: Write, id: number, seen?: string): Promise<void> {
  const receipt = await openRecord(write, receipts, id, seen);
  enforce(canCancel(receipt));
  await takeBackReceipt(write, id, await companyToday(write));
  const details = await releaseRest(write, id);
  if (details.length > 0) throw creditUsed(details);
  await updateRecord(write, receipts, {
    row: receipt,
    action: 'cancelled',
    values: { status: 'cancelled' },
  });
}

/** A receipt as a PDF file, by its allocations now (docs/product/receipts.md#pdf). 404. */
export async function receiptPdf(context: Context, id: number): Promise<PdfFile> {
  const receipt = await getReceipt(context.db, id, context.person);
  const [issuer, logo] = await Promise.all([billingIdentity(context.db), findLogo(context.db)]);
  return pdfOf(receipt.receipt_number, receiptPrint({ receipt, issuer, logo }));
}
