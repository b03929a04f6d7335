import { toPaise } from '~/kit/shared/money/money';
import { restOfQuantity } from '~/kit/shared/money/quantities';
import {
  type LineTerms,
  termsOf,
  type RequestedTerms,
} from '~/modules/sales/documents/lines/lines.rules';
import { lineTotal, partOf, type PricedLine } from '~/modules/sales/documents/lines/totals.rules';

/** A line of an order with its quantity that is not invoiced yet. */
export interface OrderShare {
  id: number;
  product_id: number | null;
  service_id: number | null;
  description: string;
  remaining: number;
}

/** A share with what its line says of price and tax. */
export interface PricedShare extends OrderShare, LineTerms {
  ordered: number;
  unit_price: number;
}

/** What an invoice line says of itself, or takes over from its order line: a discount amount in proportion, at most its price. */
export function shareTerms(
  line: PricedLine & RequestedTerms,
  share: PricedShare | null,
  before: LineTerms | null,
): LineTerms {
  if (before || !share) return termsOf(line, before);
  return termsOf(line, { ...share, discount_amount: discountShare(share, line) });
}

/** The part of an order line's discount in rupees that falls to a quantity of it, at most its price; 0 of a percentage. */
export function discountShare(
  share: Pick<PricedShare, 'discount_percent' | 'discount_amount' | 'ordered'>,
  { quantity, unit_price }: Pick<PricedLine, 'quantity' | 'unit_price'>,
): number {
  if (share.discount_percent !== null) return 0;
  const part = partOf(share.discount_amount, quantity, share.ordered);
  return Math.min(part, lineTotal({ quantity, unit_price }));
}

/** The parts of an invoice line that identify the order line that it charges for. */
interface Claim {
  product_id?: number | null | undefined;
  service_id?: number | null | undefined;
  order_line_id?: number | null | undefined;
  description: string;
  quantity: number;
}

/** The order line of an invoice line; `share` is null for what the order does not contain, such as freight. */
export type Matched = { share: OrderShare | null } | { problem: ShareProblem };

/**
 * `unknown`: no such line in the order. `other`: that line is for something else. `taken`: not enough of it is left.
 */
export type ShareProblem =
  | { kind: 'unknown' }
  | { kind: 'other' }
  | { kind: 'taken'; share: OrderShare };

/**
 * The order line that each line of an invoice charges for: the one that it names, else one of the same product or
 * service, else one with the same text. No order line is charged more than once in full
 * (docs/product/invoices.md#invoicing-an-order).
 */
export function matchShares(claims: readonly Claim[], shares: readonly OrderShare[]): Matched[] {
  const remaining = new Map(shares.map((share) => [share.id, share.remaining]));
  const remainingOf = (share: OrderShare): number => remaining.get(share.id) ?? 0;
  // Lines that name their order line go first, so that their share is not given to others.
  const found = new Map<Claim, Matched>();
  const named = claims.filter((claim) => typeof claim.order_line_id === 'number');
  for (const claim of [...named, ...claims.filter((each) => !named.includes(each))]) {
    const candidates = candidatesFor(claim, shares);
    if (!Array.isArray(candidates)) {
      found.set(claim, { problem: candidates });
      continue;
    }
    const share = candidates.find((each) => remainingOf(each) >= claim.quantity);
    const fullest = candidates.reduce<OrderShare | null>(
      (best, each) => (best === null || remainingOf(each) > remainingOf(best) ? each : best),
      null,
    );
    if (share) remaining.set(share.id, restOfQuantity(remainingOf(share), claim.quantity));
    if (share || !fullest) found.set(claim, { share: share ?? null });
    else {
      const rest = { ...fullest, remaining: remainingOf(fullest) };
      found.set(claim, { problem: { kind: 'taken', share: rest } });
    }
  }
  return claims.map((claim) => found.get(claim) ?? { share: null });
}

function candidatesFor(
  { order_line_id, product_id, service_id, description }: Claim,
  shares: readonly OrderShare[],
): OrderShare[] | Extract<ShareProblem, { kind: 'unknown' | 'other' }> {
  if (typeof order_line_id === 'number') {
    const share = shares.find((each) => each.id === order_line_id);
    if (!share) return { kind: 'unknown' };
    const isOther =
      (typeof product_id === 'number' && product_id !== share.product_id) ||
      (typeof service_id === 'number' && service_id !== share.service_id);
    return isOther ? { kind: 'other' } : [share];
  }
  if (typeof product_id === 'number')
    return shares.filter((each) => each.product_id === product_id);
  if (typeof service_id === 'number')
    return shares.filter((each) => each.service_id === service_id);
  const texts = plain(description);
  return shares.filter((each) => plain(each.description) === texts);
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

export function shareMessage(problem: ShareProblem): string {
  if (problem.kind === 'unknown') return 'Line not found on this order';
  if (problem.kind === 'other') return 'The order line has a different product or service';
  const { description, remaining } = problem.share;
  if (remaining <= 0) return `"${description}" has already been invoiced`;
  return `Only ${remaining} of "${description}" are left to invoice`;
}

/** A line of an order as it was agreed, in rupees less its discounts. */
export interface AgreedLine {
  id: number;
  ordered: number;
  taxable_value: number;
}

/** Each part of a line rounds for itself: so many paise below the order is rounding, not a discount. */
const roundedPaise = 10;

/** Whether an invoice line charges at least what its order agreed to for the quantity (docs/product/price-lists.md#discount-limits). */
export function isAgreed(
  line: { order_line_id: number | null; quantity: number; taxable_value: number },
  agreed: readonly AgreedLine[],
): boolean {
  const own = agreed.find(({ id }) => id === line.order_line_id);
  if (!own) return false;
  const least = toPaise(partOf(own.taxable_value, line.quantity, own.ordered)) - roundedPaise;
  return toPaise(line.taxable_value) >= least;
}
