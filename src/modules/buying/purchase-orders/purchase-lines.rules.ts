import type { FieldProblem } from '~/kit/shared/verdict';
import { decimalsProblem, type UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import {
  type LinePlan,
  planLines,
  type PlannedLine,
  type RequestedLine,
  type StoredLine,
} from '~/modules/sales/documents/lines/lines.rules';
import type { PurchaseLine } from './purchase-orders.fields';
import { takenOf } from './purchase-orders.rules';

/** What a line of a purchase order has besides that of every line. */
interface OwnValues {
  description: string;
  stock_quantity: number | null;
  expected_date: string | null;
  notes: string | null;
}

export type StoredPurchaseLine = PurchaseLine & { service_id: null };
export type PlannedPurchaseLine = PlannedLine<OwnValues>;
export type PurchaseLinePlan = LinePlan<OwnValues>;

/** A line as a request says it; what it does not say stays, or follows from product and vendor. */
export type RequestedPurchaseLine = RequestedLine & {
  [K in keyof OwnValues]?: OwnValues[K] | null | undefined;
};

/** The terms on which the vendor sells a product, as far as lines follow them. */
export interface LineTermsOfVendor {
  product_id: number;
  unit: string;
  factor: number;
  price: number | null;
}

/** A product as lines need it. */
export interface LineProduct {
  id: number;
  product_name: string;
  unit_of_measure: string;
  unit_decimals: number;
}

/** What lines follow where they say nothing. */
export interface LineSources {
  products: ReadonlyMap<number, LineProduct>;
  terms: ReadonlyMap<number, LineTermsOfVendor>;
}

/** The lines of a stored order, for its plan. */
export function storedPurchaseLines({
  items,
}: {
  items: readonly PurchaseLine[];
}): StoredPurchaseLine[] {
  return items.map((item) => ({ ...item, service_id: null }));
}

/** The lines after a request; units and stock quantities that are not said follow from vendor and product. */
export function planPurchaseLines(
  before: readonly StoredPurchaseLine[],
  requested: readonly RequestedPurchaseLine[],
  sources: LineSources,
): PurchaseLinePlan {
  const plan = planLines<OwnValues, RequestedPurchaseLine>(before, requested, (line, stored) => ({
    description: line.description ?? stored?.description ?? nameOf(line, sources),
    expected_date:
      line.expected_date === undefined ? (stored?.expected_date ?? null) : line.expected_date,
    notes: line.notes === undefined ? (stored?.notes ?? null) : line.notes,
    stock_quantity: stockQuantityOf(line, stored, sources),
  }));
  return {
    ...plan,
    lines: plan.lines.map((line) => ({ ...line, unit: line.unit ?? unitOf(line, sources) })),
  };
}

function nameOf({ product_id }: RequestedPurchaseLine, { products }: LineSources): string {
  return products.get(product_id ?? 0)?.product_name ?? '';
}

/** The unit in which the vendor sells, else that of the product. */
function unitOf(
  { product_id }: Pick<RequestedPurchaseLine, 'product_id'>,
  { products, terms }: LineSources,
): string | null {
  const id = product_id ?? 0;
  return terms.get(id)?.unit ?? products.get(id)?.unit_of_measure ?? null;
}

/**
 * What arrives, in the product's unit (docs/product/purchase-orders.md#lines): as typed, in the proportion of before, or by
 * the factor of the vendor's unit.
 */
function stockQuantityOf(
  line: RequestedPurchaseLine,
  stored: StoredLine<OwnValues> | null,
  sources: LineSources,
): number | null {
  const product = sources.products.get(line.product_id ?? 0);
  if (!product) return null;
  if (typeof line.stock_quantity === 'number') return line.stock_quantity;
  const unit = line.unit ?? stored?.unit ?? unitOf(line, sources);
  const own = line.stock_quantity === null || stored?.unit !== unit ? null : stored;
  if (own?.stock_quantity && own.quantity === line.quantity) return own.stock_quantity;
  const arriving = own?.stock_quantity
    ? (own.stock_quantity * line.quantity) / own.quantity
    : line.quantity * factorOf(unit, sources.terms.get(product.id));
  return rounded(arriving, product.unit_decimals);
}

function factorOf(unit: string | null, terms: LineTermsOfVendor | undefined): number {
  return terms && terms.unit === unit ? terms.factor : 1;
}

/** Half away from zero; a number of the form 1.005 counts as what people read. */
function rounded(quantity: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(Number((quantity * scale).toPrecision(15))) / scale;
}

/** Lines whose price is not said have that of the vendor's terms. */
export function withTermPrices<
  L extends { product_id?: number | null | undefined; unit_price?: number | null | undefined },
>(items: readonly L[], terms: LineSources['terms']): L[] {
  return items.map((item) => {
    const price = item.unit_price ?? terms.get(item.product_id ?? 0)?.price;
    return price === undefined || price === null ? item : { ...item, unit_price: price };
  });
}

/** What is wrong with quantities that are finer than their unit, and stock quantities that come to nothing. */
export function quantityProblems(
  lines: readonly Pick<
    PlannedPurchaseLine,
    'product_id' | 'quantity' | 'stock_quantity' | 'unit'
  >[],
  { products }: Pick<LineSources, 'products'>,
  units: ReadonlyMap<string, UnitDecimals>,
): FieldProblem[] {
  return lines.flatMap((line, index) => {
    const unit = units.get(line.unit ?? '');
    const finer = unit ? decimalsProblem('Quantity', line.quantity, unit) : null;
    const stock = stockProblem(line, products.get(line.product_id ?? 0));
    const at = (name: string, text: string | null) =>
      text === null
        ? []
        : [{ field: `items.${index}.${name}`, message: `Item ${index + 1}: ${text}` }];
    return [...at('quantity', finer), ...at('stock_quantity', stock)];
  });
}

function stockProblem(
  { stock_quantity }: Pick<PlannedPurchaseLine, 'stock_quantity'>,
  product: LineProduct | undefined,
): string | null {
  if (stock_quantity === null || !product) return null;
  const { unit_of_measure: code, unit_decimals: decimals } = product;
  if (!(stock_quantity > 0)) return `Stock quantity must be greater than 0 (${code})`;
  return decimalsProblem('Stock quantity', stock_quantity, { code, decimals });
}

/** A change of a line that its receipts or bills do not permit. */
export interface LockedLine {
  code: 'purchase_order.below_received' | 'purchase_order.billed';
  field: string;
  message: string;
}

/**
 * What of the lines of an ordered purchase order cannot change (docs/product/purchase-orders.md#changes): a quantity below what
 * was received and closed, and what determines the price of a line that is billed.
 */
export function lockedLines(
  before: readonly StoredPurchaseLine[],
  planned: readonly (PlannedPurchaseLine & { discount_share: number })[],
): LockedLine[] {
  return before.flatMap((stored): LockedLine[] => {
    const index = planned.findIndex(({ id }) => id === stored.id);
    const line = planned[index];
    const field = line ? `items.${index}.quantity` : 'items';
    const least = takenOf(stored);
    const { description } = stored;
    if (least > 0 && (line?.quantity ?? 0) < least) {
      const message = `"${description}": ${least} were received or closed, so it cannot be less`;
      return [{ code: 'purchase_order.below_received', field, message }];
    }
    if (stored.billed_quantity === 0) return [];
    const message = `"${description}" is billed: its price cannot be changed`;
    if (line && isSamePrice(stored, line)) return [];
    const at = line ? `items.${index}.unit_price` : field;
    return [{ code: 'purchase_order.billed', field: at, message }];
  });
}

type Priced = Pick<
  PlannedPurchaseLine,
  'quantity' | 'unit_price' | 'discount_percent' | 'discount_amount'
> & { discount_share: number };

/** True where one unit costs the same, up to the paise of a discount on another quantity. */
function isSamePrice(one: Priced, other: Priced): boolean {
  const isSameDiscount =
    one.discount_percent === other.discount_percent &&
    (one.discount_percent !== null || one.discount_amount === other.discount_amount);
  const isSameShare =
    one.quantity !== other.quantity || one.discount_share === other.discount_share;
  return one.unit_price === other.unit_price && isSameDiscount && isSameShare;
}
