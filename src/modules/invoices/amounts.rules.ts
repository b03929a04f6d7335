import { formatMoney } from '~/kit/shared/money';
import { agrees, lineTotal, type PricedLine, rateOf, restOf, totalsOf } from '~/kit/shared/totals';
import { type Invoice, maxAmount } from './invoices.fields';

/** What an invoice comes to, with the rate that is kept beside it. */
export type Amounts = Pick<Invoice, 'subtotal' | 'tax_rate' | 'tax_amount' | 'total_amount'>;

/** The amounts that a sender worked out, any of them. */
export type SentAmounts = {
  [K in keyof Amounts | 'balance_due']?: number | undefined;
};

/**
 * What an invoice comes to by the server's own arithmetic. Tax is as it was where nothing that it hangs on changes, else by
 * the rate sent, else the amount sent, else its own rate or `rate`, the order's or the setting's (contract: Orders,
 * Smaller rulings).
 */
export function amountsOf(
  lines: readonly PricedLine[],
  sent: SentAmounts,
  { before, rate }: { before?: Amounts | undefined; rate: number },
): Amounts {
  const { subtotal } = totalsOf(lines, { rate: 0 });
  if (before?.subtotal === subtotal && keepsTax(sent, before)) return before;
  const own = sent.tax_rate ?? before?.tax_rate ?? rate;
  const byRate = { ...totalsOf(lines, { rate: own }), tax_rate: own };
  const { tax_amount: amount } = sent;
  // The rate that was chosen says more than the one that rounding gives back.
  const isByRate = sent.tax_rate !== undefined || amount === byRate.tax_amount;
  if (amount === undefined || isByRate) return byRate;
  const totals = totalsOf(lines, { amount });
  return { ...totals, tax_rate: rateOf(totals) };
}

function keepsTax({ tax_rate, tax_amount }: SentAmounts, before: Amounts): boolean {
  return (
    (tax_rate === undefined || tax_rate === before.tax_rate) &&
    (tax_amount === undefined || tax_amount === before.tax_amount)
  );
}

/** A line as it was sent, with the total that its sender worked out. */
interface ClaimedLine extends PricedLine {
  line_total?: number | undefined;
}

export const wrongTotals = 'Invoice totals do not add up';

/** Where the amounts sent differ from the server's by more than a paisa (contract: Smaller rulings). */
export function amountProblems(
  lines: readonly ClaimedLine[],
  sent: SentAmounts & { paid?: number },
  amounts: Amounts,
): { field: string; message: string }[] {
  const problems: { field: string; message: string }[] = [];
  const compare = (field: string, value: number | undefined, right: number): void => {
    if (value === undefined || agrees(value, right)) return;
    const message = `${formatMoney(value, 'INR')} was sent, the invoice comes to ${formatMoney(right, 'INR')}`;
    problems.push({ field, message });
  };
  lines.forEach((line, index) => {
    compare(`items.${index}.line_total`, line.line_total, lineTotal(line));
  });
  compare('subtotal', sent.subtotal, amounts.subtotal);
  compare('tax_amount', sent.tax_amount, amounts.tax_amount);
  compare('total_amount', sent.total_amount, amounts.total_amount);
  compare('balance_due', sent.balance_due, restOf(amounts.total_amount, sent.paid ?? 0));
  return problems;
}

/** What no invoice can come to, as a sentence; null when it is fine. */
export function amountLimit(lines: readonly PricedLine[], amounts: Amounts): string | null {
  if (amounts.total_amount > maxAmount || lines.some((line) => lineTotal(line) > maxAmount)) {
    return 'An invoice cannot exceed ₹9,99,99,99,99,999.99';
  }
  return amounts.tax_amount > amounts.subtotal ? 'The tax cannot exceed the subtotal' : null;
}
