import { formatMoney, maxAmount } from '~/kit/shared/money/money';
import type { FieldProblem } from '~/kit/shared/verdict';
import {
  agrees,
  lineTotal,
  type PricedLine,
  rateOf,
  restOf,
  taxOn,
  type Totals,
  totalsOf,
} from './totals.rules';

/** What a document comes to, with the rate in percent that is kept beside it. */
export interface Amounts extends Totals {
  tax_rate: number;
}

/** The amounts that a sender worked out, any of them. */
export type SentAmounts = { [K in keyof Amounts]?: Amounts[K] | undefined };

/** What a kind of document says about its amounts. */
export interface AmountRules {
  /** In messages: "the order comes to ₹10". */
  noun: string;
  /** Which of a tax rate and a tax amount decides where both are sent. */
  taxFollows: 'rate' | 'amount';
  /** The refusal of amounts that disagree with their lines. */
  wrongTotals: string;
}

/**
 * What a document's lines come to by the server's own arithmetic. Tax is as it was where nothing that it hangs on changes;
 * else it follows from what was sent, from the document's own rate (`before`), or from `rate`, in percent: an order's or
 * the setting's (docs/product/orders.md#amounts, docs/product/invoices.md#amounts).
 */
export function amountsOf(
  lines: readonly PricedLine[],
  sent: SentAmounts,
  { taxFollows, before, rate }: AmountRules & { before?: Amounts | undefined; rate: number },
): Amounts {
  const kept = keptAmounts(lines, sent, before);
  if (kept) return kept;
  const own = sent.tax_rate ?? before?.tax_rate;
  const isByRate = taxFollows === 'rate' && sent.tax_rate !== undefined;
  if (sent.tax_amount === undefined || isByRate) return amountsByRate(lines, own ?? rate);
  // The tax of an order names its rate; only that of an invoice is looked for at the rate it would have had.
  const known = taxFollows === 'rate' ? (own ?? rate) : own;
  const amounts = amountsByTax(lines, sent.tax_amount, known);
  return { ...amounts, tax_rate: sent.tax_rate ?? amounts.tax_rate };
}

/** The amounts as they were, where the lines still cost the same and no other tax is sent; else null. */
function keptAmounts(
  lines: readonly PricedLine[],
  sent: SentAmounts,
  before: Amounts | undefined,
): Amounts | null {
  if (!before || totalsOf(lines, { rate: 0 }).subtotal !== before.subtotal) return null;
  const { subtotal, tax_rate, tax_amount, total_amount } = before;
  const isSame =
    (sent.tax_rate ?? tax_rate) === tax_rate && (sent.tax_amount ?? tax_amount) === tax_amount;
  return isSame ? { subtotal, tax_rate, tax_amount, total_amount } : null;
}

/** What lines come to with the tax that a rate in percent makes. */
function amountsByRate(lines: readonly PricedLine[], tax_rate: number): Amounts {
  return { ...totalsOf(lines, { rate: tax_rate }), tax_rate };
}

/** What lines come to with a tax amount in rupees as it was given, at the rate that is known where that makes it. */
function amountsByTax(
  lines: readonly PricedLine[],
  tax_amount: number,
  knownRate: number | undefined,
): Amounts {
  const totals = totalsOf(lines, { amount: tax_amount });
  // The rate that was chosen says more than the one that rounding gives back.
  const isKnown = knownRate !== undefined && taxOn(totals.subtotal, knownRate) === tax_amount;
  return { ...totals, tax_rate: isKnown ? knownRate : Math.min(100, rateOf(totals)) };
}

/** A line as it was sent, with the total that its sender worked out; services of an order call it `total_price`. */
interface SentLine {
  quantity?: number | null | undefined;
  unit_price?: number | null | undefined;
  line_total?: number | null | undefined;
  total_price?: number | null | undefined;
}

/** The amounts and lists of lines that a sender may have worked out. */
export interface SentSums extends SentAmounts {
  items?: readonly SentLine[] | undefined;
  services?: readonly SentLine[] | undefined;
  balance_due?: number | undefined;
}

/** Where amounts sent differ from the server's by more than a paisa; `paid` in rupees (docs/product/orders.md#amounts). */
export function amountProblems(
  sent: SentSums,
  { noun, amounts, paid = 0 }: Pick<AmountRules, 'noun'> & { amounts: Amounts; paid?: number },
): FieldProblem[] {
  const all: SentAmount[] = [
    ...lineAmounts('items', sent.items),
    ...lineAmounts('services', sent.services),
    ['subtotal', sent.subtotal, amounts.subtotal],
    ['tax_amount', sent.tax_amount, amounts.tax_amount],
    ['total_amount', sent.total_amount, amounts.total_amount],
    ['balance_due', sent.balance_due, restOf(amounts.total_amount, paid)],
  ];
  return all.flatMap(([field, value, right]) => {
    if (typeof value !== 'number' || agrees(value, right)) return [];
    const message = `${formatMoney(value, 'INR')} was sent, the ${noun} comes to ${formatMoney(right, 'INR')}`;
    return { field, message };
  });
}

/** An amount that was sent: its field, what it was sent as, and what it is by the server's arithmetic. */
type SentAmount = readonly [field: string, sent: number | null | undefined, right: number];

function lineAmounts(list: string, lines: readonly SentLine[] = []): SentAmount[] {
  return lines.flatMap((line, index): SentAmount[] => {
    const total = lineTotal({ quantity: line.quantity ?? 0, unit_price: line.unit_price ?? 0 });
    return [
      [`${list}.${index}.line_total`, line.line_total, total],
      [`${list}.${index}.total_price`, line.total_price, total],
    ];
  });
}

/** True when a line or the whole costs more than can be kept. */
export function isTooMuch(
  lines: readonly PricedLine[],
  { total_amount }: Pick<Amounts, 'total_amount'>,
): boolean {
  return total_amount > maxAmount || lines.some((line) => lineTotal(line) > maxAmount);
}
