import { logActivity } from '~/kit/server/database/activity-log';
import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import { getRecord } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { enforce, invalid, notFound, refuseInvalid } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import { restOfQuantity } from '~/kit/shared/money/quantities';
import { allowed } from '~/kit/shared/verdict';
import { type Adjustment, type MovementType, quantityProblem } from '../movements.fields';
import type { Product } from '../../catalogue/products.fields';
import {
  canCount,
  canMoveStock,
  fallsToReorderLevel,
  lineQuantityProblem,
} from '../../catalogue/products.rules';
import {
  changeStock,
  findCounted,
  listMovements,
  lockStock,
  lockStocks,
  type MoveNote,
  type Stock,
  type StockChange,
} from './movements.queries';
import { products } from '../../catalogue/server/products.queries';

interface MoveReason {
  type: MovementType;
  reason?: string | null | undefined;
  notes?: string | null | undefined;
  orderId?: number | null | undefined;
  deliveryId?: number | null | undefined;
  /** The setting `allow_negative_stock`, which applies to orders only. */
  allowNegative?: boolean;
}

export type StockMove = MoveReason & { productId: number } & ({ change: number } | { set: number });

/** Locks a product and changes its stock as `moveStocks` does. */
export async function moveStock(write: Write, move: StockMove): Promise<Product> {
  const stock = await openStock(write.trx, move.productId);
  return moveLocked(write, stock, move);
}

async function openStock(trx: Transaction, productId: number): Promise<Stock> {
  const stock = await lockStock(trx, productId);
  if (!stock) throw notFound(products.noun);
  return stock;
}

async function moveLocked(write: Write, stock: Stock, move: StockMove): Promise<Product> {
  const onHand = 'set' in move ? restOfQuantity(move.set, stock.stock_quantity) : move.change;
  const change = { productId: stock.id, onHand, reserved: 0 };
  const [product] = await moveStocks(write, { changes: [change], stocks: [stock] }, move);
  return product ?? getRecord(write.trx, products, stock.id);
}

/** Locks products and changes the stock of each, in one statement, as `moveStocks` does. */
export async function changeStocks(
  write: Write,
  changes: readonly StockChange[],
  why: MoveReason,
): Promise<void> {
  const stocks = await lockStocks(
    write.trx,
    changes.map(({ productId }) => productId),
  );
  await moveStocks(write, { changes, stocks }, why);
}

/**
 * The only way to change stock (docs/product/stock.md#movements), in one statement for all products of a document:
 * `stocks` are the locked products, sorted by id. Refuses shortages (409), records the movements, and reports
 * reached reorder levels. A zero change records nothing, and reservations have no feed entry. Returns the
 * changed products.
 */
export async function moveStocks(
  write: Write,
  { changes, stocks }: { changes: readonly StockChange[]; stocks: readonly Stock[] },
  why: MoveReason,
): Promise<Product[]> {
  const { trx, context } = write;
  const before = new Map(stocks.map((stock) => [stock.id, stock]));
  for (const { productId, onHand, reserved } of changes) {
    const stock = before.get(productId);
    if (!stock) throw notFound(products.noun);
    const unit = { code: stock.unit_of_measure, decimals: stock.unit_decimals };
    const verdicts = [
      canCount(stock, onHand, unit),
      canCount(stock, reserved, unit),
      canMoveStock(stock, onHand, why),
    ];
    const verdict = verdicts.find(({ ok }) => !ok) ?? allowed;
    const record = { type: products.type, id: stock.id, label: stock.product_name };
    enforce(verdict, verdict.ok ? undefined : [{ message: verdict.message, record }]);
  }
  const real = changes.filter(({ onHand, reserved }) => onHand !== 0 || reserved !== 0);
  if (real.length === 0) return [];
  const changed = await changeStock(trx, real, { note: noteOf(write, why), now: context.now });
  for (const product of changed) {
    const was = before.get(product.id)?.stock_quantity ?? 0;
    if (fallsToReorderLevel(product, was, product.stock_quantity)) logLowStock(write, product, was);
  }
  return changed;
}

/**
 * 400 naming each line of `items` whose quantity is finer than its product's unit (docs/product/tax.md#units). Only those
 * with decimals are looked at; leave out what is not new.
 */
export async function refuseFiner(
  trx: Transaction,
  items: readonly { product_id?: number | null | undefined; quantity: number }[],
): Promise<void> {
  const parted = items.filter(({ quantity }) => !Number.isInteger(quantity));
  const ids = parted.flatMap(({ product_id }) => product_id ?? []);
  if (ids.length === 0) return;
  const products = new Map((await findCounted(trx, ids)).map((each) => [each.id, each]));
  const details = items.flatMap(({ product_id, quantity }, index) => {
    const product = products.get(product_id ?? 0);
    const problem = product && lineQuantityProblem(product.product_name, quantity, product);
    if (!problem) return [];
    return { field: `items.${index}.quantity`, message: `Item ${index + 1}: ${problem}` };
  });
  refuseInvalid(details);
}

/** Who changes stock and why, as recorded in the ledger. */
export function noteOf({ context }: Write, move: MoveReason): MoveNote {
  return {
    type: move.type,
    reason: move.reason ?? null,
    notes: move.notes ?? null,
    order_id: move.orderId ?? null,
    delivery_id: move.deliveryId ?? null,
    ...createdBy(context),
    allow_negative: move.allowNegative ?? false,
  };
}

function logLowStock(write: Write, product: Product, before: number): void {
  const { stock_quantity: remaining, reorder_level, unit_of_measure: unit } = product;
  logActivity(write, products, product, {
    action: 'low_stock',
    title: remaining > 0 ? 'Low stock' : 'Out of stock',
    message: `${product.product_name}: ${remaining} ${unit} left, reorder level ${reorder_level}`,
    before: { stock_quantity: before },
    after: { stock_quantity: remaining },
  });
}

/** Adds, removes or sets the counted stock (docs/product/stock.md#adjustment). */
export async function adjustStock(
  context: Context,
  id: number,
  { adjustment_type: type = 'in', quantity = 0, reason, notes }: Adjustment,
): Promise<Product> {
  const by = type === 'set' ? { set: quantity } : { change: type === 'in' ? quantity : -quantity };
  return context.write(async (write, trx) => {
    const stock = await openStock(trx, id);
    const unit = { code: stock.unit_of_measure, decimals: stock.unit_decimals };
    const problem = quantityProblem(type, quantity, unit);
    if (problem !== null) throw invalid('quantity', problem);
    return moveLocked(write, stock, { productId: id, type, reason, notes, ...by });
  });
}

export async function movementsOf(context: Context, id: number): Promise<ListSource> {
  await getRecord(context.db, products, id);
  return listMovements(id, context.person);
}
