import { type Context, createdBy, type Write } from '~/kit/server/database/context';
import { openRecord } from '~/kit/server/database/entity';
import { insertRecord, updateRecord } from '~/kit/server/database/write';
import { AppError, type Detail, enforce, invalid, refuseInvalid } from '~/kit/server/errors';
import type { FileResponse } from '~/kit/server/http/file-route';
import { printCell, printRow } from '~/kit/shared/csv/csv';
import { formatMoney } from '~/kit/shared/money/money';
import type { Day } from '~/kit/shared/time/days';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { takeLegalNumber } from '~/modules/organization/company/server/number-series.service';
import { companyToday, getSettings } from '~/modules/organization/company/server/settings.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { payBill } from '~/modules/buying/bills/server/bills.service';
import { getVendor, holdVendor } from '~/modules/buying/vendors/server/vendors.service';
import { findLogo } from '~/modules/sales/papers/server/parties.service';
import { type PdfFile, pdfOf } from '~/modules/sales/papers/server/printing.service';
import type { Vendor } from '~/modules/buying/vendors/vendors.fields';
import type { NewVendorPayment, SentBillAllocation } from '../requests.schema';
import type { VendorPayment, WholeVendorPayment } from '../vendor-payments.fields';
import { paymentAdvicePrint } from '../vendor-payments.print';
import { vendorLines } from '../vendor-lines.print';
import {
  advanceTdsProblem,
  billAllocationProblems,
  canAllocateToBills,
  canCancelPayment,
  canCoverBills,
  paymentDateProblem,
  settled,
  settlingProblem,
  sumsOfBills,
  tdsShares,
} from '../vendor-payments.rules';
import {
  type BankRow,
  getVendorPayment,
  insertAllocations,
  listForBank,
  type LockedBill,
  lockBills,
  reverseAllocations,
  vendorPayments,
} from './vendor-payments.queries';

/** Records a payment and pays its bills, all or none (docs/product/vendor-payments.md#allocations). */
export async function recordVendorPayment(
  context: Context,
  sent: NewVendorPayment,
): Promise<WholeVendorPayment> {
  return context.write(async (write, trx) => {
    const { id } = await addVendorPayment(write, sent);
    return getVendorPayment(trx, id);
  });
}

export async function addVendorPayment(
  write: Write,
  sent: NewVendorPayment,
): Promise<{ id: number }> {
  const { trx, context } = write;
  const { vendor_id, amount, payment_method, reference_number = null, notes = null } = sent;
  const { allocations = [], tds_amount = 0 } = sent;
  const sums = checkedSums(sent, allocations);
  const tdsProblem = advanceTdsProblem(tds_amount, sumOf([amount, -sums.amount]));
  if (tdsProblem) throw invalid('tds_amount', tdsProblem);
  const [today, settings] = await Promise.all([companyToday(write), getSettings(trx)]);
  if (sent.tds_code && !settings.tds_codes.some(({ code }) => code === sent.tds_code))
    throw invalid('tds_code', 'TDS code not found');
  const payment_date = sent.payment_date ?? today;
  const dateProblem = paymentDateProblem(payment_date, today);
  if (dateProblem) throw invalid('payment_date', dateProblem);
  const settling = await lockedShares(write, vendor_id, withoutTds(allocations));
  // Locked after the bills and before the number series, as customers are by receipts (docs/decisions/0124).
  const vendor = await holdVendor(write, vendor_id);
  const taken = await takeLegalNumber(trx, 'vendor_payment', { day: payment_date, settings });
  const payment = await insertRecord(write, vendorPayments, {
    payment_number: taken.number,
    number_year: taken.year,
    number_sequence: taken.sequence,
    vendor_id,
    payment_date,
    payment_method,
    reference_number,
    amount,
    ...tdsOf(sent, vendor, sums.amount),
    round_off: sums.round_off,
    allocated_amount: sums.amount,
    notes,
    ...createdBy(context),
  });
  await settle(write, payment.id, { settling, day: payment_date });
  return { id: payment.id };
}

/** The TDS that a payment withholds, on its unallocated rest and itself (docs/product/vendor-payments.md#tds). */
function tdsOf(
  { amount, tds_amount = 0, tds_code }: NewVendorPayment,
  vendor: Pick<Vendor, 'tds_code'>,
  allocated: number,
): Pick<VendorPayment, 'tds_code' | 'tds_amount' | 'tds_base'> {
  if (tds_amount === 0) return { tds_code: null, tds_amount, tds_base: 0 };
  return {
    tds_code: tds_code ?? vendor.tds_code,
    tds_amount,
    tds_base: sumOf([amount, -allocated, tds_amount]),
  };
}

/** 400 for allocations with problems, or that total more than the payment. */
function checkedSums(sent: NewVendorPayment, allocations: readonly SentBillAllocation[]) {
  refuseInvalid(billAllocationProblems(allocations));
  const sums = sumsOfBills(allocations);
  if (sent.round_off !== undefined && sent.round_off !== sums.round_off)
    throw invalid('round_off', `The allocations total ${formatMoney(sums.round_off, 'INR')}`);
  const verdict = canCoverBills(sent, allocations);
  if (!verdict.ok) enforce(verdict, [{ field: 'amount', message: verdict.message }]);
  return sums;
}

interface Share extends SentBillAllocation {
  tds_amount: number;
}

function withoutTds(allocations: readonly SentBillAllocation[]): Share[] {
  return allocations.map((each) => ({ ...each, tds_amount: 0 }));
}

interface Settling extends Share {
  bill: LockedBill;
}

/** The shares with their bills, which are locked. 400 above the balance of one, 409 for one that is not open. */
async function lockedShares(
  { trx, context }: Write,
  vendorId: number,
  shares: readonly Share[],
): Promise<Settling[]> {
  const ids = shares.map(({ bill_id }) => bill_id);
  const bills = await lockBills(trx, ids, context.person);
  return shares.map((share, index) => {
    const at = `allocations.${index}.`;
    const bill = bills.get(share.bill_id);
    if (!bill) throw invalid(`${at}bill_id`, 'Bill not found');
    refuseOthers(bill, vendorId, `${at}bill_id`);
    const problem = settlingProblem(settled(share), bill.balance_due);
    if (problem) throw invalid(`${at}amount`, problem);
    if (Math.abs(sumOf([bill.rounded, share.round_off])) > 1)
      throw invalid(`${at}round_off`, 'A bill can be rounded by at most ₹1 in all');
    return { ...share, bill };
  });
}

/** 400 for the bill of another vendor, 409 for one that is not booked. */
function refuseOthers(bill: LockedBill, vendorId: number, field: string): void {
  const { id, voucher_number: label, status } = bill;
  const record = { type: 'bill', id, label };
  if (bill.vendor_id !== vendorId) {
    const message = `${label} belongs to another vendor`;
    throw new AppError('vendor_payment.vendor_mismatch', message, {
      details: [{ field, message, record }],
    });
  }
  if (status !== 'draft' && status !== 'cancelled') return;
  const message = status === 'draft' ? `Book ${label} first` : `${label} is cancelled`;
  throw new AppError('vendor_payment.bill_not_open', message, {
    details: [{ field, message, record }],
  });
}

async function settle(
  write: Write,
  payment: number,
  { settling, day }: { settling: readonly Settling[]; day: Day },
): Promise<void> {
  const { trx, context } = write;
  await insertAllocations(trx, payment, { allocations: settling, day, now: context.now });
  for (const share of settling.toSorted((one, other) => one.bill_id - other.bill_id))
    await payBill(write, share.bill_id, { paid: settled(share) });
}

/** Pays bills from the rest of a payment, dated today (docs/product/vendor-payments.md#advances). */
export async function allocateVendorPayment(
  context: Context,
  id: number,
  {
    allocations,
    updated_at: seen,
  }: { allocations: SentBillAllocation[]; updated_at?: string | undefined },
): Promise<WholeVendorPayment> {
  return context.write(async (write, trx) => {
    refuseInvalid(billAllocationProblems(allocations));
    const payment = await openRecord(write, vendorPayments, id, seen);
    const sums = sumsOfBills(allocations);
    const verdict = canAllocateToBills(payment, sums.amount);
    if (!verdict.ok) enforce(verdict, [{ field: 'allocations', message: verdict.message }]);
    const tds = tdsShares(
      payment,
      allocations.map(({ amount }) => amount),
    );
    const shares = allocations.map((each, at) => ({ ...each, tds_amount: tds[at] ?? 0 }));
    const settling = await lockedShares(write, payment.vendor_id, shares);
    await settle(write, id, { settling, day: await companyToday(write) });
    await updateRecord(write, vendorPayments, {
      row: payment,
      action: 'allocated',
      values: {
        allocated_amount: sumOf([payment.allocated_amount, sums.amount]),
        allocated_tds: sumOf([payment.allocated_tds, ...tds]),
        round_off: sumOf([payment.round_off, sums.round_off]),
      },
    });
    return getVendorPayment(trx, id);
  });
}

/** Cancels a payment with all its allocations; it keeps its number (docs/product/vendor-payments.md#cancelling). */
export async function cancelVendorPayment(
  context: Context,
  id: number,
  seen?: string,
): Promise<WholeVendorPayment> {
  return context.write(async (write, trx) => {
    await takeBackPayment(write, id, seen);
    return getVendorPayment(trx, id);
  });
}

export async function takeBackPayment(write: Write, id: number, seen?: string): Promise<void> {
  const payment = await openRecord(write, vendorPayments, id, seen);
  enforce(canCancelPayment(payment));
  for (const { bill_id, settled: paid } of await reverseAllocations(write.trx, id))
    await payBill(write, bill_id, { paid: -paid });
  await updateRecord(write, vendorPayments, {
    row: payment,
    action: 'cancelled',
    values: { status: 'cancelled' },
  });
}

/** The payment advice as a PDF file, by its allocations now (docs/product/vendor-payments.md#pdf). 404. */
export async function paymentAdvicePdf(context: Context, id: number): Promise<PdfFile> {
  const payment = await getVendorPayment(context.db, id, context.person);
  const [vendor, issuer, logo] = await Promise.all([
    getVendor(context.db, payment.vendor_id),
    billingIdentity(context.db),
    findLogo(context.db),
  ]);
  const printed = paymentAdvicePrint({ payment, vendor: vendorLines(vendor), issuer, logo });
  return pdfOf(payment.payment_number, printed);
}

const bankColumns = ['Name', 'Account', 'IFSC', 'Amount', 'Reference'] as const;
const byBank: readonly VendorPayment['payment_method'][] = ['bank_transfer', 'other'];

/** The file by which a bank makes payments (docs/product/vendor-payments.md#bank-file). 404, 409 naming what it cannot pay. */
export async function bankFile(
  { db, person }: Context,
  ids: readonly number[],
): Promise<FileResponse> {
  const rows = await listForBank(db, ids, person);
  if (rows.length < new Set(ids).size) throw invalid('ids', 'Vendor payment not found');
  refuseUnpayable(rows);
  const cells = rows.map((row) => [
    row.company_name,
    row.bank_account,
    row.bank_ifsc,
    row.amount.toFixed(2),
    row.reference_number ?? row.payment_number,
  ]);
  const content = [bankColumns, ...cells].map((row) => printRow(row.map(printCell))).join('');
  return { name: 'Vendor-Payments.csv', type: 'text/csv; charset=utf-8', content };
}

function refuseUnpayable(rows: readonly BankRow[]): void {
  const others = rows.flatMap((row): Detail[] => {
    const { id, payment_number: label, status, payment_method } = row;
    const isPayable =
      status === 'completed' && row.amount > 0 && byBank.some((each) => each === payment_method);
    const record = { type: 'vendor_payment', id, label };
    return isPayable ? [] : [{ message: `${label} is not paid by the bank`, record }];
  });
  if (others.length > 0)
    throw new AppError('vendor_payment.not_by_bank', 'Choose payments by bank transfer only', {
      details: others,
    });
  const missing = new Map(
    rows.flatMap(({ vendor_id: id, company_name: label, ...row }): [number, Detail][] =>
      row.bank_account && row.bank_ifsc
        ? []
        : [
            [
              id,
              { message: `${label} has no bank details`, record: { type: 'vendor', id, label } },
            ],
          ],
    ),
  );
  if (missing.size === 0) return;
  const message = 'Add the bank account and IFSC of these vendors first';
  throw new AppError('vendor_payment.bank_details_missing', message, {
    details: [...missing.values()],
  });
}
