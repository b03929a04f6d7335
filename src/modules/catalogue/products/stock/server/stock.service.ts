import { logActivity } from '~/kit/server/database/activity-log';
import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import { getRecord, lockRecord } from '~/kit/server/database/entity';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError, enforce, invalid, notFound, refuseInvalid } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import { counted, formatNumber } from '~/kit/shared/money/numbers';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { addDays, startOfDay } from '~/kit/shared/time/days';
import { allowed } from '~/kit/shared/verdict';
import { companyClock } from '~/modules/organization/company/server/settings.service';
import {
  type Adjustment,
  type MovementType,
  quantityProblem,
  type Revaluation,
  unitCostProblem,
} from '../movements.fields';
import type { Revalued } from '../revalued.fields';
import { sharesOf, worthOf } from '../value.rules';
import type { Product } from '../../catalogue/products.fields';
import {
  canCount,
  canMoveStock,
  fallsToReorderLevel,
  lineQuantityProblem,
} from '../../catalogue/products.rules';
import {
  findCounted,
  findStockAt,
  findUncosted,
  listMovements,
  lockStock,
  lockStocks,
  type Move,
  type MoveNote,
  type Position,
  revalueStock,
  type Stock,
  type StockChange,
  writeMoves,
} from './movements.queries';
import type { StockPart } from '../positions.rules';
import { existingLots, incomingLots } from '../../lots/server/lots.service';
import { requireLocation } from '../../locations/server/locations.service';
import { noteRevalued, withRevalued } from './revalued.service';
import { refuseLacks, withCounted } from './past-moves.internal';
import { locateChanges } from './positions.internal';
import { listLevels, type MovedBy } from './positions.queries';
import { products } from '../../catalogue/server/products.queries';

export { holdMoments, isSpread, listStocksAt, lockStocks } from './movements.queries';
export { findCarriers, type MovedBy } from './positions.queries';
export type { Stock } from './movements.queries';

export interface MoveReason {
  type: MovementType;
  reason?: string | null | undefined;
  notes?: string | null | undefined;
  orderId?: number | null | undefined;
  deliveryId?: number | null | undefined;
  source?: MoveNote['source'];
  /** Where goods leave and enter; without it the default location. */
  locationId?: number | null | undefined;
  /** The documents whose goods come back, or leave again: they go where those came from. */
  back?: MovedBy | undefined;
  /** The setting `allow_negative_stock`, which applies to orders only. */
  allowNegative?: boolean;
  /** The moment of movements that the database writes itself. */
  at?: string | null;
  /** The movements that void parts take back. */
  voids?: readonly number[];
  /** Whether counts of later than its moments found its goods already. */
  beforeCount?: 'included' | null | undefined;
}

export type StockMove = MoveReason & { productId: number } & (
    | { change: number; parts?: readonly StockPart[] }
    | { set: number }
  );

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
  const isSet = 'set' in move;
  const onHand = isSet ? restOfQuantity(move.set, stock.stock_quantity) : move.change;
  const parts = isSet ? undefined : move.parts;
  const change = { productId: stock.id, onHand, reserved: 0, parts };
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
 * `stocks` are the locked products, sorted by id. Finds the locations and lots that goods leave and enter, refuses
 * shortages (409), records the movements, and reports reached reorder levels. A zero change records nothing, and
 * reservations have no feed entry. Returns the changed products.
 */
export async function moveStocks(
  write: Write,
  { changes, stocks }: { changes: readonly StockChange[]; stocks: readonly Stock[] },
  why: MoveReason,
): Promise<Product[]> {
  const { trx, context } = write;
  const before = new Map(stocks.map((stock) => [stock.id, stock]));
  for (const { productId, onHand, reserved, parts } of changes) {
    const stock = before.get(productId);
    if (!stock) throw notFound(products.noun);
    const unit = { code: stock.unit_of_measure, decimals: stock.unit_decimals };
    const verdicts = [
      canCount(stock, onHand, unit),
      canCount(stock, reserved, unit),
      canMoveStock(stock, onHand, { allowNegative: why.allowNegative || isPast(parts) }),
    ];
    const verdict = verdicts.find(({ ok }) => !ok) ?? allowed;
    const record = { type: products.type, id: stock.id, label: stock.product_name };
    enforce(verdict, verdict.ok ? undefined : [{ message: verdict.message, record }]);
  }
  const real = changes.filter(
    ({ onHand, reserved, parts }) => onHand !== 0 || reserved !== 0 || parts !== undefined,
  );
  if (real.length === 0) return [];
  const located = await locateChanges(write, { changes: real, stocks }, why);
  const { beforeCount, type } = why;
  const positions = await withCounted(write, located, { stocks: before, beforeCount, type });
  await refuseLacks(write, positions, { stocks: before, voids: why.voids });
  const moves = real.flatMap((change) => movesOf(change, positions.get(change.productId)));
  const changed = await writeMoves(trx, moves, { note: noteOf(write, why), now: context.now });
  noteRevalued(trx, pastMoves(moves, changed, why.type));
  for (const product of changed) {
    const was = before.get(product.id)?.stock_quantity ?? 0;
    if (fallsToReorderLevel(product, was, product.stock_quantity)) logLowStock(write, product, was);
  }
  return changed;
}

/** Transfers move no value. */
function pastMoves(moves: readonly Move[], changed: readonly Product[], type: MovementType) {
  const entered = new Map(changed.map(({ id, updated_at }) => [id, updated_at]));
  return moves.flatMap(({ product, at, type: own = type }) =>
    at && own !== 'transfer' ? [{ product, at, entered: entered.get(product) ?? at }] : [],
  );
}

/** Whether all parts count for the past, where each is checked at its moment. */
function isPast(parts: readonly StockPart[] | undefined): boolean {
  return parts !== undefined && parts.every(({ at }) => Boolean(at));
}

function movesOf(
  { productId: product, onHand, reserved }: StockChange,
  parts: readonly StockPart[] | undefined,
): Move[] {
  if (!parts) return [{ product, quantity: onHand, reserved }];
  return parts.map((part, index) => ({ product, ...part, reserved: index === 0 ? reserved : 0 }));
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
    ...(move.voids ? { voids: move.voids } : {}),
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

/** Adds, removes or sets the counted stock of a place, also of a past day (docs/product/stock.md#adjustment). */
export async function adjustStock(
  context: Context,
  id: number,
  sent: Adjustment,
): Promise<Product & Revalued> {
  const { adjustment_type: type = 'in', quantity = 0, reason, notes, unit_cost, date } = sent;
  return context.write(async (write, trx) => {
    const stock = await openStock(trx, id);
    const unit = { code: stock.unit_of_measure, decimals: stock.unit_decimals };
    const problem = quantityProblem(type, quantity, unit);
    if (problem !== null) throw invalid('quantity', problem);
    const costProblem = unitCostProblem(type, typeof unit_cost === 'number');
    if (costProblem !== null) throw invalid('unit_cost', costProblem);
    const at = await momentOf(write, type, date);
    const positions = await positionsOf(write, stock, sent);
    const worth = typeof unit_cost === 'number' ? worthOf(quantity, unit_cost) : null;
    const counted = type === 'set' ? await countedIn(write, stock, { positions, at }) : 0;
    const change = { in: quantity, out: -quantity, set: restOfQuantity(quantity, counted) }[type];
    if (type === 'set' && change === 0) return getRecord(trx, products, id);
    const parts = partsIn(positions, { type, change, at, worth });
    const { before_count: beforeCount } = sent;
    const move = { productId: id, type, reason, notes, beforeCount } as const;
    return withRevalued(write, await moveLocked(write, stock, { ...move, change, parts }));
  });
}

interface AdjustedPosition extends Position {
  quantity: number;
}

/** Where an adjustment counts: the location, and the lots of a tracked product, which it needs. */
async function positionsOf(
  write: Write,
  stock: Stock,
  { adjustment_type: type = 'in', quantity = 0, ...sent }: Adjustment,
): Promise<AdjustedPosition[]> {
  const { id: location } = await requireLocation(write.trx, sent.location_id ?? null);
  const { lot_id, lot_number, made_on, expires_on } = sent;
  if (stock.tracking === 'none') {
    const field = lot_id ? 'lot_id' : 'lot_number';
    if (lot_id || lot_number)
      throw invalid(field, `"${stock.product_name}" is not tracked by lots`);
    return [{ location, lot: null, quantity }];
  }
  const named = { ...(lot_id ? { lot_id } : {}), ...(lot_number ? { lot_number } : {}) };
  if (!lot_id && !lot_number)
    throw invalid('lot_number', `Please name the lot of "${stock.product_name}"`);
  const line = { quantity, lots: [named], field: 'lot_number' };
  if (type === 'set' && quantity === 0) {
    const [lot] = await existingLots(write, stock, { ...line, quantity: 1 });
    return [{ location, lot: lot?.id ?? null, quantity: 0 }];
  }
  const isIn = type !== 'out';
  const lots = isIn
    ? await incomingLots(write, stock, line, { made_on, expires_on })
    : await existingLots(write, stock, line);
  return lots.map(({ id, quantity: own }) => ({ location, lot: id, quantity: own }));
}

/** What lies in the positions of a count, at its moment. */
async function countedIn(
  { trx }: Write,
  stock: Stock,
  { positions, at }: { positions: readonly AdjustedPosition[]; at: string | null },
): Promise<number> {
  const levels = at === null ? await listLevels(trx, [stock.id]) : [];
  const found: number[] = [];
  for (const position of positions) {
    const level = levels.find(
      ({ location_id, lot_id }) => location_id === position.location && lot_id === position.lot,
    );
    const then = at === null ? level?.quantity : await findStockAt(trx, stock.id, { at, position });
    found.push(then ?? 0);
  }
  return sumOfQuantities(found);
}

function partsIn(
  positions: readonly AdjustedPosition[],
  how: { type: string; change: number; at: string | null; worth: number | null },
): StockPart[] {
  const { type, change, at, worth } = how;
  const [only] = positions;
  if (only && positions.length === 1)
    return [{ location: only.location, lot: only.lot, quantity: change, at, worth }];
  const sign = type === 'out' ? -1 : 1;
  const own = positions.map(({ quantity }) => quantity);
  const shares = worth === null ? [] : sharesOf(worth, own);
  return positions.map(({ location, lot, quantity }, index) => ({
    location,
    lot,
    quantity: sign * quantity,
    at,
    worth: shares[index] ?? null,
  }));
}

/** The moment that an adjustment counts for: of a past day the first one for goods in, the last one for all else; null for now. */
async function momentOf(
  write: Write,
  type: Adjustment['adjustment_type'],
  date: string | null | undefined,
): Promise<string | null> {
  return momentOfDay(write, date, { isFirst: type === 'in' });
}

/** The first or the last moment of a past day in the company's time zone, null for today; 400 for a later day. */
export async function momentOfDay(
  write: Write,
  date: string | null | undefined,
  { isFirst, field = 'date' }: { isFirst: boolean; field?: string },
): Promise<string | null> {
  if (!date) return null;
  const { today, timeZone } = await companyClock({ db: write.trx, now: write.context.now });
  if (date > today) throw invalid(field, 'Date cannot be in the future');
  if (date === today) return null;
  const end = isFirst ? date : addDays(date, 1);
  return new Date(Date.parse(startOfDay(end, timeZone)) - (isFirst ? 0 : 1)).toISOString();
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

const mostNamed = 5;

/** What a person should know after stock got its opening value (docs/product/stock.md#value-before); null for nothing. */
export async function openingValueNote(db: Db): Promise<string | null> {
  const { count, skus } = await findUncosted(db, mostNamed);
  if (count === 0) return null;
  const more = count > skus.length ? ` and ${formatNumber(count - skus.length)} more` : '';
  const [have, their] = count === 1 ? ['has', 'its'] : ['have', 'their'];
  return `${counted(count, 'product')} ${have} stock but no cost price, so ${their} opening value is 0: ${skus.join(', ')}${more}. Enter the cost price, then use "Revalue Stock". The report Stock Value lists such products last.`;
}
