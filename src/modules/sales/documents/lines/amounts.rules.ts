import { formatMoney, maxAmount } from '~/kit/shared/money/money';
import type { FieldProblem } from '~/kit/shared/verdict';
import type { TaxParts } from '../taxes/gst-amounts.rules';
import {
  agrees,
  lineTotal,
  type PricedLine,
  type SharingLine,
  rateOf,
  restOf,
  taxOn,
  type Totals,
  totalsOf,
} from './totals.rules';

/** The totals of a document, with the tax rate in percent that is stored with it. */
export interface Amounts extends Totals {
  tax_rate: number;
}

export type SentAmounts = { [K in keyof Amounts]?: Amounts[K] | undefined };

export interface AmountRules {
  /** In messages: "the order comes to ₹10". */
  noun: string;
  /** Which of tax rate and tax amount takes precedence when both are sent. */
  taxFollows: 'rate' | 'amount';
  wrongTotals: string;
}

export interface RateRules extends Pick<AmountRules, 'taxFollows'> {
  before?: Amounts | undefined;
  rate: number;
}

/**
 * The totals of a document's lines, computed by the server. The tax is kept where nothing that it depends on changes;
 * else it follows from what was sent, from the document's own rate (`before`), or from `rate`, in percent: an order's
 * or the setting's (docs/product/orders.md#amounts, docs/product/invoices.md#amounts).
 */
export function amountsOf(
  lines: readonly SharingLine[],
  sent: SentAmounts,
  { taxFollows, before, rate }: RateRules,
): Amounts {
  const stored = storedAmounts(lines, sent, before);
  if (stored) return stored;
  const own = sent.tax_rate ?? before?.tax_rate;
  const isByRate = taxFollows === 'rate' && sent.tax_rate !== undefined;
  if (sent.tax_amount === undefined || isByRate) return amountsByRate(lines, own ?? rate);
  // The tax of an order always has a rate; for an invoice it is derived from the rate that it would have had.
  const tax = taxFollows === 'rate' ? (own ?? rate) : own;
  const amounts = amountsByTax(lines, sent.tax_amount, tax);
  return { ...amounts, tax_rate: sent.tax_rate ?? amounts.tax_rate };
}

function storedAmounts(
  lines: readonly SharingLine[],
  sent: SentAmounts,
  before: Amounts | undefined,
): Amounts | null {
  if (!before || totalsOf(lines, { rate: 0 }).subtotal !== before.subtotal) return null;
  const { subtotal, tax_rate, tax_amount, total_amount } = before;
  const isSame =
    (sent.tax_rate ?? tax_rate) === tax_rate && (sent.tax_amount ?? tax_amount) === tax_amount;
  return isSame ? { subtotal, tax_rate, tax_amount, total_amount } : null;
}

function amountsByRate(lines: readonly SharingLine[], tax_rate: number): Amounts {
  return { ...totalsOf(lines, { rate: tax_rate }), tax_rate };
}

/** Totals of lines with a given tax amount in rupees, at the known rate where that rate yields the amount. */
function amountsByTax(
  lines: readonly SharingLine[],
  tax_amount: number,
  storedRate: number | undefined,
): Amounts {
  const totals = totalsOf(lines, { amount: tax_amount });
  // The chosen rate is more exact than one derived from the rounded amount.
  const isStored = storedRate !== undefined && taxOn(totals.subtotal, storedRate) === tax_amount;
  return { ...totals, tax_rate: isStored ? storedRate : Math.min(100, rateOf(totals)) };
}

/** A line as it was sent, with the total that its sender computed; services of an order call it `total_price`. */
interface SentLine {
  line_total?: number | null | undefined;
  total_price?: number | null | undefined;
}

export interface SentSums extends SentAmounts {
  cgst_amount?: number | undefined;
  sgst_amount?: number | undefined;
  igst_amount?: number | undefined;
  round_off?: number | undefined;
  items?: readonly SentLine[] | undefined;
  services?: readonly SentLine[] | undefined;
  balance_due?: number | undefined;
}

interface Computed extends Pick<AmountRules, 'noun'> {
  amounts: Amounts & Partial<TaxParts> & { round_off?: number };
  /** In rupees. */
  paid?: number;
  lines: { items: readonly PricedLine[]; services?: readonly PricedLine[] };
}

/**
 * Where the sent amounts differ from the server's by more than a paisa (docs/product/orders.md#amounts).
 */
export function amountProblems(
  sent: SentSums,
  { noun, amounts, paid = 0, lines }: Computed,
): FieldProblem[] {
  const all: SentAmount[] = [
    ...lineAmounts('items', sent.items, lines.items),
    ...lineAmounts('services', sent.services, lines.services),
    ['subtotal', sent.subtotal, amounts.subtotal],
    ['cgst_amount', sent.cgst_amount, amounts.cgst_amount ?? 0],
    ['sgst_amount', sent.sgst_amount, amounts.sgst_amount ?? 0],
    ['igst_amount', sent.igst_amount, amounts.igst_amount ?? 0],
    ['tax_amount', sent.tax_amount, amounts.tax_amount],
    ['round_off', sent.round_off, amounts.round_off ?? 0],
    ['total_amount', sent.total_amount, amounts.total_amount],
    ['balance_due', sent.balance_due, restOf(amounts.total_amount, paid)],
  ];
  return all.flatMap(([field, value, right]) => {
    if (typeof value !== 'number' || agrees(value, right)) return [];
    const message = `${formatMoney(value, 'INR')} does not match the ${noun}: the amount is ${formatMoney(right, 'INR')}`;
    return { field, message };
  });
}

type SentAmount = readonly [field: string, sent: number | null | undefined, right: number];

function lineAmounts(
  list: string,
  sent: readonly SentLine[] = [],
  lines: readonly PricedLine[] = [],
): SentAmount[] {
  return sent.flatMap((line, index): SentAmount[] => {
    const computed = lines[index];
    if (!computed) return [];
    const total = lineTotal(computed);
    return [
      [`${list}.${index}.line_total`, line.line_total, total],
      [`${list}.${index}.total_price`, line.total_price, total],
    ];
  });
}

/** True when a line or the total exceeds what can be stored. */
export function isTooMuch(
  lines: readonly PricedLine[],
  { total_amount }: Pick<Amounts, 'total_amount'>,
): boolean {
  return total_amount > maxAmount || lines.some((line) => lineTotal(line) > maxAmount);
}
