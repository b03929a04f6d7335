import { sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Day } from '~/kit/shared/time/days';
import type { PlannedProduct, PlanningRow, Supply, Suggestion, Terms } from './planning.fields';

/** What is open to come, in the product's unit. */
function onOrderOf(supplies: readonly Supply[]): number {
  return sumOfQuantities(supplies.map(({ quantity }) => quantity));
}

function projectedOf({ on_hand, held, reserved, supplies }: PlannedProduct): number {
  return sumOfQuantities([on_hand, -held, -reserved, onOrderOf(supplies)]);
}

/** What a product lacks to be at its reorder level once all its needs are met, in its own unit. */
export function missingOf(product: PlannedProduct): number {
  return sumOfQuantities([Math.max(product.reorder_level, 0), -projectedOf(product)]);
}

/** A product with what its stock comes to, and what to buy of it (docs/product/planning.md#suggestions). */
export function planningRow(product: PlannedProduct, today: Day): PlanningRow {
  const { needs: _needs, supplies, terms, unit_decimals: _decimals, ...shown } = product;
  const on_order = onOrderOf(supplies);
  const projected = projectedOf(product);
  const row = { ...shown, required: 0, on_order, in_production: 0, projected };
  return {
    ...row,
    suggestion: suggestionOf(product, { projected, today }),
    vendors: terms.map((each) => offerOf(product, each)),
    why: whyOf(product, today),
  };
}

/** A row for a reader of planning who does not read vendors: quantities stay in the vendor's unit. */
export function withoutVendors(row: PlanningRow): PlanningRow {
  const { suggestion } = row;
  const hidden = { vendor_id: null, vendor_name: null, price: null };
  return { ...row, suggestion: { ...suggestion, ...hidden }, vendors: [] };
}

/** What one buys of a product from a vendor; nothing where nothing is missing. */
function offerOf(product: PlannedProduct, terms: Terms): PlanningRow['vendors'][number] {
  const { quantity } = boughtOf(product, Math.max(missingOf(product), 0), terms);
  const { vendor_id, vendor_name, unit, price } = terms;
  return { vendor_id, vendor_name, unit, price, quantity };
}

/** Whether so little of a product is projected that more of it is suggested. */
function isShort({ reorder_level, terms }: PlannedProduct, projected: number): boolean {
  return projected < 0 || (terms.length > 0 && projected < reorder_level);
}

const nothing: Suggestion = {
  action: 'none',
  quantity: 0,
  stock_quantity: 0,
  vendor_id: null,
  vendor_name: null,
  unit: null,
  price: null,
  needed_by: null,
};

function suggestionOf(
  product: PlannedProduct,
  { projected, today }: { projected: number; today: Day },
): Suggestion {
  if (!isShort(product, projected)) return nothing;
  const bought = boughtOf(product, missingOf(product), bestTerms(product.terms));
  return { action: 'buy', ...bought, needed_by: neededBy(product, today) };
}

/** The preferred vendor's terms, else those with the lowest price of one unit of the product; null without any. */
export function bestTerms(terms: readonly Terms[]): Terms | null {
  const costOf = ({ price, factor }: Terms) =>
    price === null ? Number.POSITIVE_INFINITY : price / factor;
  const [best = null] = terms.toSorted(
    (one, other) =>
      Number(other.is_preferred) - Number(one.is_preferred) ||
      (costOf(one) === costOf(other) ? 0 : costOf(one) - costOf(other)) ||
      one.vendor_id - other.vendor_id,
  );
  return best;
}

/** So much of a product by a vendor's terms: in its unit, no less than its smallest quantity, and whole multiples. */
export function boughtOf(
  product: Pick<PlannedProduct, 'unit_of_measure' | 'unit_decimals' | 'cost_price'>,
  missing: number,
  terms: Terms | null,
): Omit<Suggestion, 'action' | 'needed_by'> {
  const { unit_of_measure: own, unit_decimals: decimals, cost_price } = product;
  if (!terms) {
    const common = { vendor_id: null, vendor_name: null, unit: own, price: cost_price };
    return { ...common, quantity: missing, stock_quantity: missing };
  }
  const { vendor_id, vendor_name, unit, factor, price } = terms;
  const quantity = raised(inVendorsUnit(missing, terms), terms);
  return {
    vendor_id,
    vendor_name,
    unit,
    price,
    quantity,
    stock_quantity: inProductsUnit(quantity, { factor, decimals }),
  };
}

const thousandths = 1000;
const millionths = 1_000_000n;

/** The least quantity in the vendor's unit that holds so much of the product's. */
function inVendorsUnit(missing: number, { factor, unit_decimals }: Terms): number {
  const scale = 10n ** BigInt(unit_decimals);
  const needed = BigInt(Math.round(missing * thousandths)) * 1000n * scale;
  const part = BigInt(Math.round(factor * Number(millionths)));
  return Number((needed + part - 1n) / part) / Number(scale);
}

/** What a quantity in the vendor's unit holds of the product, rounded to the product's unit. */
export function inProductsUnit(
  quantity: number,
  { factor, decimals }: { factor: number; decimals: number },
): number {
  const scale = 10n ** BigInt(decimals);
  const exact =
    BigInt(Math.round(quantity * thousandths)) *
    BigInt(Math.round(factor * Number(millionths))) *
    scale;
  const whole = millionths * BigInt(thousandths);
  return Number((exact + whole / 2n) / whole) / Number(scale);
}

/** Raised to the smallest quantity and the next multiple. */
function raised(quantity: number, { min_quantity, multiple }: Terms): number {
  const parts = Math.round(Math.max(quantity, min_quantity ?? 0) * thousandths);
  const step = Math.round((multiple ?? 0) * thousandths);
  return (step > 0 ? Math.ceil(parts / step) * step : parts) / thousandths;
}

/** The day of the first need that stock and what comes until then does not cover; null where none has a day. */
function neededBy({ on_hand, held, needs, supplies }: PlannedProduct, today: Day): Day | null {
  const free = sumOfQuantities([on_hand, -held]);
  let taken = 0;
  for (const { quantity, date } of needs.toSorted(byDay)) {
    taken = sumOfQuantities([taken, quantity]);
    const come = supplies.filter((each) => date === null || dayOfSupply(each, today) <= date);
    if (taken > sumOfQuantities([free, onOrderOf(come)])) return date;
  }
  return null;
}

/** What is late counts as of today; what has no day comes last. */
function dayOfSupply({ date }: Pick<Supply, 'date'>, today: Day): Day {
  if (date === null) return '9999-12-31';
  return date < today ? today : date;
}

function byDay(one: { date: Day | null }, other: { date: Day | null }): number {
  return (one.date ?? '9999-12-31').localeCompare(other.date ?? '9999-12-31');
}

function whyOf(
  { needs, supplies, reorder_level, product_id, product_name }: PlannedProduct,
  today: Day,
): PlanningRow['why'] {
  const level = {
    type: 'product',
    id: product_id,
    label: `Reorder level of ${product_name}`,
    quantity: -reorder_level,
    date: null,
    is_late: false,
  };
  return [
    ...needs.toSorted(byDay).map((each) => ({
      ...each,
      quantity: -each.quantity,
      is_late: each.date !== null && each.date < today,
    })),
    ...(reorder_level > 0 ? [level] : []),
    ...supplies.toSorted(byDay).map((each) => ({
      ...each,
      is_late: each.date !== null && each.date < today,
    })),
  ];
}
