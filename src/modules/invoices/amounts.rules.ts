import {
  type Amounts,
  amountsByRate,
  amountsByTax,
  isTooMuch,
  keptAmounts,
  type SentAmount,
  type SentAmounts,
  wrongAmounts,
} from '~/modules/documents/amounts.rules';
import { lineTotal, type PricedLine, restOf } from '~/modules/documents/totals.rules';
import type { FieldProblem } from '~/kit/shared/verdict';

/**
 * What an invoice comes to by the server's own arithmetic. Tax is as it was where nothing that it hangs on changes,
 * else by the rate sent, else the amount sent, else its own rate or `rate`, the order's or the setting's
 * (docs/product/invoices.md#amounts).
 */
export function amountsOf(
  lines: readonly PricedLine[],
  sent: SentAmounts,
  { before, rate }: { before?: Amounts | undefined; rate: number },
): Amounts {
  const kept = keptAmounts(lines, sent, before);
  if (kept) return kept;
  const own = sent.tax_rate ?? before?.tax_rate ?? rate;
  return sent.tax_amount === undefined || sent.tax_rate !== undefined
    ? amountsByRate(lines, own)
    : amountsByTax(lines, sent.tax_amount, own);
}

/** A line as it was sent, with the total that its sender worked out. */
interface SentLine extends PricedLine {
  line_total?: number | undefined;
}

export const wrongTotals = 'Invoice totals do not add up';

/**
 * Where the amounts sent differ from the server's by more than a paisa; `paid` in rupees
 * (docs/product/invoices.md#amounts).
 */
export function amountProblems(
  lines: readonly SentLine[],
  sent: SentAmounts & { balance_due?: number | undefined; paid?: number },
  amounts: Amounts,
): FieldProblem[] {
  return wrongAmounts('invoice', [
    ...lines.map(
      (line, index): SentAmount => [`items.${index}.line_total`, line.line_total, lineTotal(line)],
    ),
    ['subtotal', sent.subtotal, amounts.subtotal],
    ['tax_amount', sent.tax_amount, amounts.tax_amount],
    ['total_amount', sent.total_amount, amounts.total_amount],
    ['balance_due', sent.balance_due, restOf(amounts.total_amount, sent.paid ?? 0)],
  ]);
}

/** What no invoice can come to, as a sentence; null when it is fine. */
export function amountLimit(lines: readonly PricedLine[], amounts: Amounts): string | null {
  if (isTooMuch(lines, amounts)) return 'An invoice cannot exceed ₹9,99,99,99,99,999.99';
  return amounts.tax_amount > amounts.subtotal ? 'The tax cannot exceed the subtotal' : null;
}
