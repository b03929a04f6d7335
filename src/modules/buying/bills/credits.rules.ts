import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { restOfQuantity } from '~/kit/shared/money/quantities';
import type { FieldProblem } from '~/kit/shared/verdict';
import { partOf, restOf, sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { shareOf } from './bill-amounts.rules';
import type { BillLine, WholeBill } from './bills.fields';

/** A part of a bill's line that a vendor credits. */
export interface CreditItem {
  bill_line_id: number;
  reason: 'returned' | 'price';
  quantity?: number | null | undefined;
  /** Before tax, in rupees. */
  amount?: number | undefined;
}

/** What credits took off a line before. */
export interface CreditedPart {
  id: number;
  amount: number;
  /** Of returned goods. */
  quantity: number;
}

export interface CreditedBill
  extends Pick<WholeBill, 'items' | 'tax_mode' | 'tax_rate' | 'tax_amount' | 'subtotal'> {
  credited: readonly CreditedPart[];
}

export interface CreditProblem extends FieldProblem {
  /** By other credits. */
  isTaken: boolean;
}

/** What is wrong with the items of a credit (docs/product/bills.md#credits). */
export function creditProblems(bill: CreditedBill, items: readonly CreditItem[]): CreditProblem[] {
  const seen = new Set<number>();
  return items.flatMap((item, index): CreditProblem[] => {
    const line = bill.items.find(({ id }) => id === item.bill_line_id);
    const problem = (field: string, message: string, isTaken = false) => [
      { field: `items.${index}.${field}`, message, isTaken },
    ];
    if (!line) return problem('bill_line_id', 'Line not found on this bill');
    if (seen.has(line.id)) return problem('bill_line_id', `"${line.description}" is listed twice`);
    seen.add(line.id);
    const left = leftOf(bill, line);
    if (item.reason === 'returned' && !item.quantity)
      return problem('quantity', 'Quantity must be greater than 0');
    if (item.reason === 'returned' && (item.quantity ?? 0) > left.quantity)
      return problem(
        'quantity',
        `Only ${formatNumber(left.quantity)} of "${line.description}" are left to credit`,
        (item.quantity ?? 0) <= (line.quantity ?? 0),
      );
    const amount = amountOf(line, item);
    if (amount <= 0) return problem('amount', 'The amount must be more than ₹0');
    if (amount > left.amount)
      return problem(
        'amount',
        `Only ${formatMoney(left.amount, 'INR')} of "${line.description}" is left to credit`,
        amount <= line.taxable_value,
      );
    return [];
  });
}

function leftOf(bill: CreditedBill, line: BillLine): Pick<CreditedPart, 'amount' | 'quantity'> {
  const taken = bill.credited.find(({ id }) => id === line.id) ?? { amount: 0, quantity: 0 };
  return {
    amount: restOf(line.taxable_value, taken.amount),
    quantity: restOfQuantity(line.quantity ?? 0, taken.quantity),
  };
}

/** Returned goods are credited at the price of the bill where no amount is sent. */
function amountOf(line: BillLine, { reason, quantity, amount }: CreditItem): number {
  if (amount !== undefined) return amount;
  if (reason === 'price' || !quantity || !line.quantity) return 0;
  return partOf(line.taxable_value, quantity, line.quantity);
}

/** The lines and amounts of a credit: each tax in proportion, so that the credits of a whole line add up to its tax. */
export function creditOf(bill: CreditedBill, items: readonly CreditItem[]) {
  const lines = items.flatMap((item) => {
    const line = bill.items.find(({ id }) => id === item.bill_line_id);
    return line ? [creditLine(bill, line, item)] : [];
  });
  const sum = (name: 'cgst_amount' | 'sgst_amount' | 'igst_amount' | 'line_total') =>
    sumOf(lines.map((line) => line[name]));
  const subtotal = sum('line_total');
  const parts = {
    cgst_amount: sum('cgst_amount'),
    sgst_amount: sum('sgst_amount'),
    igst_amount: sum('igst_amount'),
  };
  const tax_amount =
    bill.tax_mode === 'gst' ? sumOf(Object.values(parts)) : taxAtOneRate(bill, subtotal);
  const total_amount = sumOf([subtotal, tax_amount]);
  return {
    lines,
    amounts: { subtotal, ...parts, tax_amount, tax_rate: bill.tax_rate, total_amount },
  };
}

function taxAtOneRate(bill: CreditedBill, taken: number): number {
  const before = sumOf(bill.credited.map(({ amount }) => amount));
  return shareOf(bill.tax_amount, { before, taken, whole: bill.subtotal });
}

function creditLine(bill: CreditedBill, line: BillLine, item: CreditItem) {
  const amount = amountOf(line, item);
  const before = bill.credited.find(({ id }) => id === line.id)?.amount ?? 0;
  const share = (tax: number) => shareOf(tax, { before, taken: amount, whole: line.taxable_value });
  const isReturned = item.reason === 'returned';
  return {
    id: null,
    purchase_line_id: line.purchase_line_id,
    product_id: line.product_id,
    of_line_id: line.id,
    credit_reason: item.reason,
    description: line.description,
    quantity: isReturned ? (item.quantity ?? null) : null,
    unit: line.unit,
    unit_price: isReturned ? line.unit_price : amount,
    line_total: amount,
    discount_percent: null,
    discount_amount: 0,
    discount_share: 0,
    hsn_code: line.hsn_code,
    tax_class_id: line.tax_class_id,
    tax_treatment: line.tax_treatment,
    tax_rate: line.tax_rate,
    cgst_amount: share(line.cgst_amount),
    sgst_amount: share(line.sgst_amount),
    igst_amount: share(line.igst_amount),
    itc: line.itc,
  };
}
