import { logActivity } from '~/kit/server/database/activity-log';
import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import { getRecord, lockRecord } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError, enforce, invalid, notFound, refuseInvalid } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import { formatNumber } from '~/kit/shared/money/numbers';
import { restOfQuantity } from '~/kit/shared/money/quantities';
import { addDays, dayOf, formatDay, startOfDay } from '~/kit/shared/time/days';
import { allowed } from '~/kit/shared/verdict';
import { companyClock } from '~/modules/organization/company/server/settings.service';
import {
  type Adjustment,
  type MovementType,
  quantityProblem,
  type Revaluation,
  unitCostProblem,
} from '../movements.fields';
import { worthOf } from '../value.rules';
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
  findLaterLack,
  findStockAt,
  listMovements,
  lockStock,
  lockStocks,
  type MoveNote,
  revalueStock,
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
  source?: MoveNote['source'];
  /** The setting `allow_negative_stock`, which applies to orders only. */
  allowNegative?: boolean;
  at?: string | null;
  worth?: MoveNote['worth'];
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
    source: move.source ?? null,
    ...createdBy(context),
    allow_negative: move.allowNegative ?? false,
    at: move.at ?? null,
    worth: move.worth ?? {},
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

/** Adds, removes or sets the counted stock, also of a past day (docs/product/stock.md#adjustment). */
export async function adjustStock(
  context: Context,
  id: number,
  { adjustment_type: type = 'in', quantity = 0, reason, notes, unit_cost, date }: Adjustment,
): Promise<Product> {
  return context.write(async (write, trx) => {
    const stock = await openStock(trx, id);
    const unit = { code: stock.unit_of_measure, decimals: stock.unit_decimals };
    const problem = quantityProblem(type, quantity, unit);
    if (problem !== null) throw invalid('quantity', problem);
    const costProblem = unitCostProblem(type, typeof unit_cost === 'number');
    if (costProblem !== null) throw invalid('unit_cost', costProblem);
    const at = await momentOf(write, type, date);
    const counted = at === null ? stock.stock_quantity : await findStockAt(trx, id, at);
    const set = restOfQuantity(quantity, counted);
    const change = { in: quantity, out: -quantity, set }[type];
    if (at !== null && change < 0) await refuseLack(write, stock, { at, counted, change });
    const worth = typeof unit_cost === 'number' ? { [id]: worthOf(quantity, unit_cost) } : {};
    return moveLocked(write, stock, { productId: id, type, reason, notes, change, at, worth });
  });
}

/** The moment that an adjustment counts for: of a past day the first one for goods in, the last one for all else; null for now. */
async function momentOf(
  write: Write,
  type: Adjustment['adjustment_type'],
  date: string | null | undefined,
): Promise<string | null> {
  if (!date) return null;
  const { today, timeZone } = await companyClock({ db: write.trx, now: write.context.now });
  if (date > today) throw invalid('date', 'Date cannot be in the future');
  if (date === today) return null;
  const end = type === 'in' ? date : addDays(date, 1);
  return new Date(Date.parse(startOfDay(end, timeZone)) - (type === 'in' ? 0 : 1)).toISOString();
}

/** 409 where the stock of a past moment would be below zero, then or at a later movement, which is named. */
async function refuseLack(
  { trx }: Write,
  stock: Stock,
  { at, counted, change }: { at: string; counted: number; change: number },
): Promise<void> {
  enforce(canMoveStock({ ...stock, stock_quantity: counted }, change));
  const lack = await findLaterLack(trx, stock.id, { at, change });
  if (!lack) return;
  const { timeZone } = await companyClock({ db: trx, now: new Date(at) });
  const by = `${lack.reason ?? 'A movement'} of ${formatDay(dayOf(lack.on, timeZone))}`;
  const message = `${by} would lack ${formatNumber(lack.lack)} of "${stock.product_name}"`;
  const record = { type: products.type, id: stock.id, label: stock.product_name };
  throw new AppError('stock.insufficient_later', message, { details: [{ message, record }] });
}

/** Gives the stock another average cost from now on (docs/product/stock.md#revaluation); 409 without stock. */
export async function revalue(
  context: Context,
  id: number,
  { unit_cost = 0, reason = null }: Revaluation,
): Promise<Product> {
  return context.write(async (write, trx) => {
    const before = await lockRecord(trx, products, id);
    if (before.stock_quantity <= 0) {
      const message = `There is no stock of "${before.product_name}" to revalue`;
      throw new AppError('stock.not_valued', message);
    }
    const note = noteOf(write, { type: 'revalue', reason });
    await revalueStock(trx, id, { unit_cost: unit_cost ?? 0, note, now: context.now });
    const product = await getRecord(trx, products, id);
    logActivity(write, products, product, {
      action: 'revalued',
      before: { average_cost: before.average_cost },
      after: { average_cost: product.average_cost },
    });
    return product;
  });
}

export async function movementsOf(context: Context, id: number): Promise<ListSource> {
  await getRecord(context.db, products, id);
  return listMovements(id, context.person);
}
