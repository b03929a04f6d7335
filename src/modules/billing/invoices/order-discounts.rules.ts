import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import {
  type DocumentDiscount,
  noDiscount,
  proportion,
} from '~/modules/sales/documents/lines/discounts.rules';
import {
  lineTotal,
  partOf,
  type PricedLine,
  restOf,
  sumOf,
  taxOn,
} from '~/modules/sales/documents/lines/totals.rules';
import { matchShares, type OrderShare, type PricedShare } from './shares.rules';

/** A discount on a whole order with its lines as an invoice finds them. */
export interface OrderDiscount extends DocumentDiscount {
  /** In rupees, on other invoices. */
  invoiced_discount: number;
  lines: readonly OrderedLine[];
}

/** A line of an order, and what other invoices have left of it. */
export type OrderedLine = Pick<
  PricedShare,
  'id' | 'ordered' | 'remaining' | 'unit_price' | 'discount_percent' | 'discount_amount'
>;

/** A line of an invoice, in rupees before the document's discount. */
export interface ChargingLine {
  order_line_id: number | null;
  quantity: number;
  line_total: number;
}

/** As a form knows it: each line names its product or service. */
export interface SourceOrder extends OrderDiscount {
  lines: readonly (OrderedLine & OrderShare)[];
}

/** Typed lines, each linked to the line of the order that the server would charge it to. */
export function chargingLines(
  claims: readonly (Parameters<typeof matchShares>[0][number] & PricedLine)[],
  { lines }: SourceOrder,
): ChargingLine[] {
  const matched = matchShares(claims, lines);
  return claims.map((claim, at) => {
    const found = matched[at];
    const share = found && 'share' in found ? found.share : null;
    return {
      order_line_id: share?.id ?? claim.order_line_id ?? null,
      quantity: claim.quantity,
      line_total: lineTotal(claim),
    };
  });
}

/**
 * The part of an order's discount that an invoice takes over: in proportion to what it charges for of the order; what
 * charges for the last of it takes the rest (docs/product/invoices.md#invoicing-an-order).
 */
export function discountFromOrder(
  order: OrderDiscount,
  charging: readonly ChargingLine[],
): DocumentDiscount {
  if (order.discount_amount === 0) return noDiscount;
  const { discount_percent: percent, lines } = order;
  const valueOf = (line: OrderedLine, quantity: number) =>
    partOf(lineTotal({ ...line, quantity: line.ordered }), quantity, line.ordered);
  const mine = chargedBy(charging);
  const all = sumOf(lines.map((line) => valueOf(line, line.ordered)));
  const own = sumOf(lines.map((line) => valueOf(line, mine.get(line.id) ?? 0)));
  const part = percent === null ? share(order.discount_amount, own, all) : taxOn(own, percent);
  const rest = Math.max(0, restOf(order.discount_amount, order.invoiced_discount));
  const isLast = lines.every(({ id, remaining }) => (mine.get(id) ?? 0) >= remaining);
  const value = sumOf(charging.map((line) => line.line_total));
  const amount = Math.min(isLast ? rest : Math.min(part, rest), value);
  const isByPercent = percent !== null && taxOn(value, percent) === amount;
  return { discount_percent: isByPercent ? percent : null, discount_amount: amount };
}

/** The quantities that lines charge for, by the line of the order. */
export function chargedBy(
  charging: readonly Pick<ChargingLine, 'order_line_id' | 'quantity'>[],
): Map<number, number> {
  const quantities = new Map<number, number>();
  for (const { order_line_id: id, quantity } of charging) {
    if (id !== null) quantities.set(id, sumOfQuantities([quantities.get(id) ?? 0, quantity]));
  }
  return quantities;
}

function share(amount: number, part: number, whole: number): number {
  return fromPaise(proportion(toPaise(amount), toPaise(part), toPaise(whole)));
}
