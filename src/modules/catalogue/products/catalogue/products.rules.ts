import type { ErrorTable } from '~/kit/shared/error-codes';
import { type DependentCount, dependentsText } from '~/kit/shared/fields/dependents';
import { times } from '~/kit/shared/filters/conditions';
import { bandFinder, type Bands } from '~/kit/shared/filters/kind-filters';
import { counted, formatNumber } from '~/kit/shared/money/numbers';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import { decimalsProblem, type UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import { maxStock, type Product, productFields, type ProductPatch } from './products.fields';

export const productRefusals = {
  'product.sku_taken': [409, 'Another product has this SKU code'],
  'product.in_stock': [409, 'The product has stock'],
  'product.other_unit': [409, 'Merged products must use the same unit'],
  'product.other_tracking': [409, 'Merged products must be tracked the same way'],
  'product.same_serial': [409, 'Both merged products have a serial number'],
  'product.unit_kept': [409, 'Other records count in the unit of the product'],
  'product.in_use': [409, 'Orders or invoices use the product'],
  'product.has_value': [409, 'Movements of the product have a value'],
  'product.category_required': [409, 'A subcategory needs its category first'],
  'category.in_use': [409, 'The category has subcategories or products'],
  'category.name_taken': [409, 'Another category has this name'],
  'subcategory.in_use': [409, 'The subcategory has products'],
  'subcategory.name_taken': [409, 'Another subcategory of the category has this name'],
  'brand.in_use': [409, 'Products use the brand'],
  'brand.name_taken': [409, 'Another brand has this name'],
  'stock.insufficient': [409, 'The stock is lower than the requested quantity'],
  'stock.finer_than_unit': [409, 'The unit of the product allows fewer decimals'],
  'stock.limit_exceeded': [409, 'The stock would exceed the maximum quantity'],
  'stock.insufficient_later': [409, 'A later movement would take more than the stock then has'],
  'stock.counted': [409, 'A posted count found what was there after that moment'],
  'stock.closed': [409, 'The day lies in the closed part of the stock'],
  'stock.not_valued': [409, 'Only stock that is there can be revalued'],
  'stock.over_reserved': [409, 'More would be reserved than is allowed'],
} as const satisfies ErrorTable;

type Stocked = Pick<Product, 'stock_quantity' | 'reorder_level'>;
type Priced = Pick<Product, 'unit_price' | 'cost_price'>;

export type StockStatus = 'in' | 'low' | 'out';

/** Out at 0, low above 0 and at or below the reorder level, in stock above it (docs/product/stock.md#stock-status). */
export const stockBands = {
  out: ['Out of Stock (0)', { stock_quantity: { upTo: 0 } }],
  low: [
    'Low Stock (above 0, at or below it)',
    { stock_quantity: { upTo: times('reorder_level', 1) } },
  ],
  in: ['In Stock (above the reorder level)'],
} as const satisfies Bands<Stocked, unknown>;

export const stockStatus: (product: Stocked) => StockStatus = bandFinder<
  Stocked,
  StockStatus,
  unknown
>(stockBands, undefined);

export const stockStatuses = [
  { value: 'in', label: 'In Stock', color: 'green' },
  { value: 'low', label: 'Low Stock', color: 'yellow' },
  { value: 'out', label: 'Out of Stock', color: 'red' },
] as const;

/** On hand minus held and reserved; negative where orders reserve more than there is. */
export function available(
  product: Pick<Product, 'stock_quantity' | 'held_quantity' | 'reserved_quantity'>,
): number {
  const { stock_quantity, held_quantity, reserved_quantity } = product;
  return restOfQuantity(stock_quantity, sumOfQuantities([held_quantity, reserved_quantity]));
}

/** Whether anything is known of what a product costs; without it no screen mentions values. */
export function isValued(product: Pick<Product, 'cost_price' | 'stock_value'>): boolean {
  return product.cost_price !== null || product.stock_value !== 0;
}

/** Whether there is stock to revalue (docs/product/stock.md#revaluation). */
export function canRevalue(
  product: Pick<Product, 'stock_quantity' | 'cost_price' | 'stock_value'>,
): boolean {
  return product.stock_quantity > 0 && isValued(product);
}

/**
 * Percent: (price - cost) / price (docs/product/products.md#margin); null where no cost is known or nothing is charged.
 */
export function marginOf({ unit_price, cost_price }: Priced): number | null {
  if (!cost_price || unit_price === 0) return null;
  return ((unit_price - cost_price) / unit_price) * 100;
}

const partsOf = (price: number) => Math.round(price * 10_000);

/**
 * Whether stock may change by that much; negative stock requires the setting (docs/product/stock.md#negative-stock).
 */
export function canMoveStock(
  product: Pick<Product, 'product_name' | 'stock_quantity'>,
  change: number,
  { allowNegative = false }: { allowNegative?: boolean | undefined } = {},
): Verdict {
  const { product_name: name, stock_quantity: stock } = product;
  const after = sumOfQuantities([stock, change]);
  if (change < 0 && after < 0 && !allowNegative) {
    return refused(
      'stock.insufficient',
      `Not enough stock of "${name}": ${formatNumber(-change)} needed, ${formatNumber(stock)} available`,
    );
  }
  if (Math.abs(after) > maxStock) {
    return refused(
      'stock.limit_exceeded',
      `Stock of "${name}" cannot exceed ${formatNumber(maxStock)}`,
    );
  }
  return allowed;
}

const quantities = [
  'stock_quantity',
  'reserved_quantity',
  'reorder_level',
  'min_order_quantity',
] as const;
export type QuantityName = (typeof quantities)[number];

export function isQuantity(name: string): name is QuantityName {
  return quantities.some((each) => each === name);
}

/** What another unit means for a stock that is there, or null: nothing is converted (docs/product/products.md#units). */
export function unitChangeText(
  { stock_quantity, unit_of_measure: before }: Pick<Product, 'stock_quantity' | 'unit_of_measure'>,
  unit: string,
): string | null {
  if (unit === before || unit === '' || stock_quantity === 0) return null;
  const stock = formatNumber(stock_quantity);
  return `Nothing is converted: the stock of ${stock} ${before} becomes ${stock} ${unit}. Count it afterwards.`;
}

/** Whether a product may get another unit; `isHeld` where others count in the present one (docs/product/products.md#units). */
export function canChangeUnit(
  {
    product_name: name,
    unit_of_measure: before,
  }: Pick<Product, 'product_name' | 'unit_of_measure'>,
  unit: string | undefined,
  isHeld: boolean,
): Verdict {
  if (!isHeld || unit === undefined || unit === before) return allowed;
  const message = `The unit of "${name}" cannot change, because terms of purchase count in ${before}. Remove them first.`;
  return refused('product.unit_kept', message);
}

/** The quantities of a product that are finer than its unit (docs/product/tax.md#units). */
export function quantityProblems(
  product: { [name in QuantityName]?: number | undefined },
  unit: UnitDecimals,
): (FieldProblem & { field: QuantityName })[] {
  return quantities.flatMap((field) => {
    const message = decimalsProblem(productFields[field].label, product[field] ?? 0, unit);
    return message === null ? [] : { field, message };
  });
}

/** What is wrong with a quantity of a product on the line of a document, or null. */
export function lineQuantityProblem(
  product_name: string,
  quantity: number,
  unit: UnitDecimals,
): string | null {
  const label = unit.decimals === 0 ? 'Quantity' : `Quantity of ${product_name}`;
  return decimalsProblem(label, quantity, unit);
}

/** Whether that much of a product can be moved or reserved: its unit has the decimals for it. */
export function canCount(
  { product_name: name }: Pick<Product, 'product_name'>,
  quantity: number,
  unit: UnitDecimals,
): Verdict {
  const problem = decimalsProblem(`Quantity of "${name}"`, quantity, unit);
  return problem === null ? allowed : refused('stock.finer_than_unit', problem);
}

type Tracked = Pick<Product, 'product_name' | 'tracking' | 'stock_quantity' | 'reserved_quantity'>;

/** Tracking changes only while there is neither stock nor an open document; `isHeld` where there is one (docs/product/lots.md#tracking). */
export function canTrack(
  product: Tracked,
  { tracking }: Pick<ProductPatch, 'tracking'>,
  isHeld = false,
): Verdict {
  const { product_name: name, stock_quantity, reserved_quantity } = product;
  if (tracking === undefined || tracking === product.tracking) return allowed;
  if (stock_quantity === 0 && reserved_quantity === 0 && !isHeld) return allowed;
  return refused(
    'product.tracking_fixed',
    `The tracking of "${name}" changes only without stock and without open documents`,
  );
}

/** A quantity that is not changed by lots, of a product whose stock changes by its lots alone. */
export function trackedStockProblems({
  product_name: name,
  tracking,
}: Pick<Product, 'product_name' | 'tracking'>): FieldProblem[] {
  if (tracking === 'none') return [];
  const message = `"${name}" is tracked by lots. Use Adjust Stock to change its stock.`;
  return [{ field: 'stock_quantity', message }];
}

export function serialUnitProblems(
  tracking: Product['tracking'],
  { code, decimals }: UnitDecimals,
): FieldProblem[] {
  if (tracking !== 'serial' || decimals === 0) return [];
  const message = `Serial numbers need a unit without decimals, and ${code} has ${decimals}`;
  return [{ field: 'tracking', message }];
}

/** True when stock falls from above the reorder level to it or below. */
export function fallsToReorderLevel({ reorder_level }: Stocked, before: number, after: number) {
  return before > reorder_level && after <= reorder_level;
}

/**
 * Only a product without stock, without order or invoice lines and without movements of value can be deleted
 * (docs/product/products.md#deletion). A screen that does not know the dependents and movements omits them; the server
 * checks them.
 */
export function canDelete(
  product: Pick<Product, 'product_name' | 'stock_quantity'>,
  dependents: readonly DependentCount[] = [],
  hasMovedValue = false,
): Verdict {
  const { product_name: name, stock_quantity: stock } = product;
  if (stock !== 0) {
    return refused(
      'product.in_stock',
      `Only products with zero stock can be deleted: "${name}" has ${formatNumber(stock)} in stock. Make it inactive instead.`,
    );
  }
  const documents = dependentsText(dependents);
  if (documents === '' && hasMovedValue) {
    return refused(
      'product.has_value',
      `Movements of "${name}" have a value or a lot, so it cannot be deleted. Make it inactive instead.`,
    );
  }
  if (documents === '') return allowed;
  return refused(
    'product.in_use',
    `"${name}" is on ${documents} and cannot be deleted. Make it inactive instead.`,
  );
}

export interface GroupHoldings {
  subcategories?: number;
  products: number;
}

/**
 * A category with subcategories or products cannot be deleted, nor can a subcategory or brand with products
 * (docs/product/products.md#groups).
 */
export function canDeleteGroup(
  noun: 'category' | 'subcategory' | 'brand',
  name: string,
  { subcategories = 0, products }: GroupHoldings,
): Verdict {
  const held = [
    ...(subcategories > 0 ? [counted(subcategories, 'subcategory', 'subcategories')] : []),
    ...(products > 0 ? [counted(products, 'product')] : []),
  ];
  if (held.length === 0) return allowed;
  return refused(
    `${noun}.in_use`,
    `The ${noun} "${name}" has ${held.join(' and ')} and cannot be deleted`,
  );
}

/** A subcategory with products keeps its category, since theirs would change with it. */
export function canMoveSubcategory(name: string, products: number): Verdict {
  if (products === 0) return allowed;
  return refused(
    'subcategory.in_use',
    `The subcategory "${name}" has ${counted(products, 'product')} and cannot move to another category`,
  );
}

/**
 * The patch with its consequences: another category clears the subcategory unless one is sent too
 * (docs/product/products.md#fields).
 */
export function withSubcategory<P extends ProductPatch>(
  before: Pick<Product, 'category_id' | 'subcategory_id'>,
  patch: P,
): P {
  const { category_id, subcategory_id } = patch;
  if (category_id === undefined || category_id === before.category_id) return patch;
  const isUnchanged = subcategory_id === undefined || subcategory_id === before.subcategory_id;
  return isUnchanged ? { ...patch, subcategory_id: null } : patch;
}

export interface ProductFigures {
  total: number;
  low: number;
  out: number;
  /** In rupees: the stock at its unit prices (docs/product/products.md#products-screen). */
  value: number;
}

export function figuresOf(products: readonly (Stocked & Priced)[]): ProductFigures {
  const figures = { total: products.length, low: 0, out: 0 };
  let paise = 0;
  for (const product of products) {
    const status = stockStatus(product);
    if (status !== 'in') figures[status] += 1;
    paise += (product.stock_quantity * partsOf(product.unit_price)) / 100;
  }
  return { ...figures, value: Math.round(paise) / 100 };
}
