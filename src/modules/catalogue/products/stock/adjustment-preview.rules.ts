import { formatMoney } from '~/kit/shared/money/money';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { decimalsProblem, type UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import type { Product } from '../catalogue/products.fields';
import { available, canMoveStock, isValued } from '../catalogue/products.rules';
import type { StockPosition } from './typed-positions.rules';
import { stockAfter, worthOf } from './value.rules';

type Typed = Readonly<Record<string, string>>;

/** What there is, and what an adjustment makes of it. */
export function previewOf(
  product: Product,
  typed: Typed,
  { unit, there }: { unit: UnitDecimals; there: StockPosition | null },
): string {
  const { stock_quantity: onHand, reserved_quantity: reserved, unit_of_measure: code } = product;
  const now = `Currently ${onHand} ${code} on hand, ${reserved} reserved, ${available(product)} available.`;
  const here = there && `${there.name}: ${there.quantity} ${code}.`;
  return [now, here, outcome(product, typed, { unit, there })].filter(Boolean).join(' ');
}

/** The resulting stock, or why it is refused, by the same rule as the server's. */
function outcome(
  product: Product,
  typed: Typed,
  { unit: unitDecimals, there }: { unit: UnitDecimals; there: StockPosition | null },
): string {
  const quantity = parseNumber(typed['quantity'] ?? '') ?? Number.NaN;
  if (!(quantity >= 0) || decimalsProblem('', quantity, unitDecimals)) return '';
  const { stock_quantity: stock, unit_of_measure: unit } = product;
  if (typed['before_count'] === 'included')
    return `${stock} ${unit} stay on hand where a later count found this already.`;
  const counted = there?.quantity ?? stock;
  const type = typed['adjustment_type'];
  const signed = type === 'out' ? -quantity : quantity;
  const change = type === 'set' ? restOfQuantity(quantity, counted) : signed;
  const verdict = canMoveStock({ ...product, stock_quantity: counted }, change);
  const after = sumOfQuantities([stock, change]);
  if (!verdict.ok) return `${verdict.message}.`;
  return `After the change: ${after} ${unit} on hand${worthText(product, change, typed)}.`;
}

/** What the stock is worth after a change of today. */
function worthText(product: Product, quantity: number, typed: Typed): string {
  if (!isValued(product) || typed['date']) return '';
  const { stock_quantity, stock_value, average_cost } = product;
  const unitCost = parseNumber(typed['unit_cost'] ?? '');
  const cost = average_cost === null ? null : { value: average_cost, quantity: 1 };
  const worth = unitCost === null || quantity <= 0 ? null : worthOf(quantity, unitCost);
  const state = { quantity: stock_quantity, value: stock_value, cost };
  const costPrice = product.cost_price ?? 0;
  const { value } = stockAfter(state, { type: 'edit', quantity, worth, costPrice });
  return `, worth ${formatMoney(value, 'INR')}`;
}
