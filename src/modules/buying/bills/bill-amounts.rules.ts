import { fromPaise, toPaise } from '~/kit/shared/money/money';
import type { Day } from '~/kit/shared/time/days';
import { proportion } from '~/modules/sales/documents/lines/discounts.rules';
import { restOf, sumOf, taxOn } from '~/modules/sales/documents/lines/totals.rules';
import type { Bill, BillLine } from './bills.fields';

type Sums = Pick<Bill, 'total_amount' | 'tax_amount' | 'reverse_charge'>;

/** What a bill comes to for the vendor, in rupees: tax under reverse charge goes to the tax office. */
export function owedOf({ total_amount, tax_amount, reverse_charge }: Sums): number {
  return restOf(total_amount, reverse_charge ? tax_amount : 0);
}

/** The same without TDS. */
export function payableOf(bill: Sums & Pick<Bill, 'tds_amount'>): number {
  return restOf(owedOf(bill), bill.tds_amount);
}

type Settled = Pick<Bill, 'kind' | 'payable_amount' | 'paid_amount' | 'credited_amount'>;

/** What is left to pay, in rupees; of a credit what is left to take, negative. */
export function balanceOf({ kind, payable_amount, paid_amount, credited_amount }: Settled): number {
  const rest = sumOf([payable_amount, -paid_amount, -credited_amount]);
  return kind === 'credit' ? 0 - rest : rest;
}

/** The status of a booked bill by its balance and the day; drafts and cancelled ones keep theirs. */
export function statusAfter(
  bill: Settled & Pick<Bill, 'status' | 'due_date'>,
  today: Day,
): Bill['status'] {
  if (bill.status === 'draft' || bill.status === 'cancelled') return bill.status;
  if (balanceOf(bill) === 0) return 'paid';
  if (bill.paid_amount > 0 || bill.credited_amount > 0) return 'partially_paid';
  return bill.kind === 'bill' && bill.due_date < today ? 'overdue' : 'open';
}

type Taxed = Pick<
  BillLine,
  'itc' | 'taxable_value' | 'cgst_amount' | 'sgst_amount' | 'igst_amount'
>;

/** Tax of a line that no office credits, so that it is part of what the goods cost; in rupees. */
export function blockedTax(line: Taxed, bill: Pick<Bill, 'tax_mode' | 'tax_rate'>): number {
  if (line.itc !== 'blocked') return 0;
  if (bill.tax_mode === 'single') return taxOn(line.taxable_value, bill.tax_rate);
  return sumOf([line.cgst_amount, line.sgst_amount, line.igst_amount]);
}

/** The share of an amount of which parts are taken one after the other: all parts add up to it. In rupees. */
export function shareOf(
  amount: number,
  { before, taken, whole }: { before: number; taken: number; whole: number },
): number {
  const upTo = (part: number) =>
    whole === 0 ? 0 : proportion(toPaise(amount), toPaise(part), toPaise(whole));
  return fromPaise(upTo(sumOf([before, taken])) - upTo(before));
}
