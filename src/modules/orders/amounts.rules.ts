import {
  type Amounts,
  amountsByRate,
  amountsByTax,
  keptAmounts,
  type SentAmount,
  type SentAmounts,
  wrongAmounts,
} from '~/modules/documents/amounts.rules';
import { lineTotal, type PricedLine } from '~/modules/documents/totals.rules';
import type { FieldProblem } from '~/kit/shared/verdict';

/**
 * What an order comes to by the server's own arithmetic. A tax amount is taken as sent; otherwise it follows from the
 * rate sent, the order's own (`before`), or the setting's, and an order whose lines still cost the same keeps its tax
 * (docs/product/orders.md#amounts).
 */
export function amountsOf(
  lines: readonly PricedLine[],
  sent: SentAmounts,
  { before, rate }: { before?: Amounts | undefined; rate: number },
): Amounts {
  const kept = keptAmounts(lines, sent, before);
  if (kept) return kept;
  const own = sent.tax_rate ?? before?.tax_rate;
  if (sent.tax_amount === undefined) return amountsByRate(lines, own ?? rate);
  const amounts = amountsByTax(lines, sent.tax_amount, own);
  return { ...amounts, tax_rate: sent.tax_rate ?? amounts.tax_rate };
}

/** A line as it was sent, with the total that its sender worked out. */
interface SentLine {
  quantity?: number | null | undefined;
  unit_price?: number | null | undefined;
  line_total?: number | null | undefined;
  total_price?: number | null | undefined;
}

export const wrongTotals = 'Order totals do not add up';

/** Where the amounts sent differ from the server's by more than a paisa (docs/product/orders.md#amounts). */
export function amountProblems(
  sent: SentAmounts & {
    items?: readonly SentLine[] | undefined;
    services?: readonly SentLine[] | undefined;
  },
  amounts: Amounts,
): FieldProblem[] {
  const ofLines = (kind: 'items' | 'services') =>
    (sent[kind] ?? []).flatMap((line, index): SentAmount[] => {
      const total = lineTotal({ quantity: line.quantity ?? 0, unit_price: line.unit_price ?? 0 });
      return [
        [`${kind}.${index}.line_total`, line.line_total, total],
        [`${kind}.${index}.total_price`, line.total_price, total],
      ];
    });
  return wrongAmounts('order', [
    ...ofLines('items'),
    ...ofLines('services'),
    ['subtotal', sent.subtotal, amounts.subtotal],
    ['total_amount', sent.total_amount, amounts.total_amount],
  ]);
}
