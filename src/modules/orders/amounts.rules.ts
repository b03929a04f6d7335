import { formatMoney } from '~/kit/shared/money';
import { agrees, lineTotal, type PricedLine, rateOf, taxOn, totalsOf } from '~/kit/shared/totals';
import { maxAmount, type Order } from './orders.fields';
import type { Problem } from './orders.rules';

/** What a document comes to, with the rate that is kept beside it. */
export type Amounts = Pick<Order, 'subtotal' | 'tax_rate' | 'tax_amount' | 'total_amount'>;

/** The amounts that a sender worked out, any of them. */
export type SentAmounts = { [K in keyof Amounts]?: Amounts[K] | undefined };

/**
 * What an order comes to by the server's own arithmetic. A tax amount is taken as sent; otherwise it follows from the
 * rate sent, the order's own (`before`), or the setting's, and an order whose lines still cost the same keeps its tax
 * (contract: Orders, Rulings on money documents).
 */
export function amountsOf(
  lines: readonly PricedLine[],
  sent: SentAmounts,
  { before, rate }: { before?: Amounts | undefined; rate: number },
): Amounts {
  const { subtotal } = totalsOf(lines, { rate: 0 });
  const isSame = before !== undefined && before.subtotal === subtotal;
  const isKept = isSame && (sent.tax_rate === undefined || sent.tax_rate === before.tax_rate);
  const kept = isKept ? before.tax_amount : undefined;
  const amount = sent.tax_amount ?? kept;
  const tax =
    amount === undefined ? { rate: sent.tax_rate ?? before?.tax_rate ?? rate } : { amount };
  const totals = totalsOf(lines, tax);
  return { ...totals, tax_rate: sent.tax_rate ?? rateFor(totals, { sent, before, rate }) };
}

function rateFor(
  totals: Pick<Amounts, 'subtotal' | 'tax_amount'>,
  { sent, before, rate }: { sent: SentAmounts; before?: Amounts | undefined; rate: number },
): number {
  const own = before?.tax_rate;
  if (sent.tax_amount === undefined) return own ?? rate;
  // The rate that was chosen says more than the one that rounding gives back.
  if (own !== undefined && taxOn(totals.subtotal, own) === totals.tax_amount) return own;
  return Math.min(100, rateOf(totals));
}

/** A line as it was sent, with the total that its sender worked out. */
interface SentLine {
  quantity?: number | null | undefined;
  unit_price?: number | null | undefined;
  line_total?: number | null | undefined;
  total_price?: number | null | undefined;
}

export const wrongTotals = 'Order totals do not add up';

/** Where the amounts sent differ from the server's by more than a paisa (contract: Orders). */
export function amountProblems(
  sent: SentAmounts & {
    items?: readonly SentLine[] | undefined;
    services?: readonly SentLine[] | undefined;
  },
  amounts: Amounts,
): Problem[] {
  const problems: Problem[] = [];
  const compare = (field: string, value: number | null | undefined, right: number): void => {
    if (typeof value !== 'number' || agrees(value, right)) return;
    const message = `${formatMoney(value, 'INR')} was sent, the order comes to ${formatMoney(right, 'INR')}`;
    problems.push({ field, message });
  };
  for (const kind of ['items', 'services'] as const) {
    (sent[kind] ?? []).forEach((line, index) => {
      const total = lineTotal({ quantity: line.quantity ?? 0, unit_price: line.unit_price ?? 0 });
      compare(`${kind}.${index}.line_total`, line.line_total, total);
      compare(`${kind}.${index}.total_price`, line.total_price, total);
    });
  }
  compare('subtotal', sent.subtotal, amounts.subtotal);
  compare('total_amount', sent.total_amount, amounts.total_amount);
  return problems;
}

/** True when a line or the whole costs more than can be kept. */
export function isTooMuch(lines: readonly PricedLine[], amounts: Amounts): boolean {
  return amounts.total_amount > maxAmount || lines.some((line) => lineTotal(line) > maxAmount);
}
