import type { FieldProblem } from '~/kit/shared/verdict';
import { decimalsOf } from '~/kit/shared/money/quantities';
import type { Terms } from './terms.fields';

/** What is wrong with a list of terms (docs/product/vendors.md#terms). */
export function termProblems(
  items: readonly Pick<Terms, 'product_id' | 'factor'>[],
): FieldProblem[] {
  const seen = new Set<number>();
  return items.flatMap(({ product_id, factor }, index) => {
    const prefix = `Item ${index + 1}: `;
    const isDouble = seen.has(product_id);
    seen.add(product_id);
    const wrong = factorProblem(factor);
    return [
      ...(isDouble
        ? [{ field: `items.${index}.product_id`, message: `${prefix}The product is listed twice` }]
        : []),
      ...(wrong ? [{ field: `items.${index}.factor`, message: prefix + wrong }] : []),
    ];
  });
}

/** What is wrong with a factor, or null. */
export function factorProblem(factor: number): string | null {
  if (!(factor > 0)) return 'Factor must be above 0';
  return decimalsOf(factor) > 6 ? 'Factor cannot have more than six decimals' : null;
}

/** A line of an order as the terms of its vendor follow it. */
export interface OrderedLine {
  product_id: number | null;
  quantity: number;
  unit: string;
  /** What arrives, in the product's unit. */
  stock_quantity: number | null;
  /** In rupees, before discounts. */
  unit_price: number;
}

/** What an order changes of its vendor's terms: those that are new, and the prices of lines in the same unit. */
export type FollowedTerms = Pick<Terms, 'product_id' | 'unit' | 'factor' | 'price'>;

/** The terms that follow from ordered lines; of several lines of a product the last counts. */
export function termsAfterOrder(
  before: readonly FollowedTerms[],
  lines: readonly OrderedLine[],
): FollowedTerms[] {
  const existing = new Map(before.map((each) => [each.product_id, each]));
  const followed = new Map<number, FollowedTerms>();
  for (const { product_id, quantity, unit, stock_quantity, unit_price: price } of lines) {
    if (product_id === null) continue;
    const was = existing.get(product_id);
    const factor = was?.factor ?? factorOf(quantity, stock_quantity);
    // The price of another unit says nothing of this one.
    if (was && was.unit !== unit) continue;
    if (was?.price !== price) followed.set(product_id, { product_id, unit, factor, price });
    else followed.delete(product_id);
  }
  return [...followed.values()];
}

function factorOf(quantity: number, stock: number | null): number {
  const factor = Math.round(((stock ?? quantity) / quantity) * 1e6) / 1e6;
  return factorProblem(factor) === null ? factor : 1;
}
