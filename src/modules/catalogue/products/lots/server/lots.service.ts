import type { Write } from '~/kit/server/database/context';
import { AppError, invalid } from '~/kit/server/errors';
import type { Product } from '../../catalogue/products.fields';
import type { StockPart } from '../../stock/positions.rules';
import type { SentLot } from '../lots.fields';
import { lotsOfLine, type NamedLot } from '../lots.rules';
import { findLots, findSeen, insertLots, type ExistingLot, type NewLot } from './lots.queries';

export { lotVendors } from './lot-vendors.internal';
export { listMovedLots, lotAt, lotsAt, numbersOf } from './lots.queries';

type Tracked = Pick<Product, 'id' | 'product_name' | 'tracking'>;

export interface LotLine {
  quantity: number;
  lots: readonly SentLot[];
  /** The path of the line's lots in the request: `items.0.lots`. */
  field: string;
}

/** A lot of a line that exists. */
export interface LineLot extends ExistingLot {
  quantity: number;
}

/** The lots that a line names, all of which must exist: 400 where they do not, or do not fit the line. */
export async function existingLots(
  { trx }: Write,
  product: Tracked,
  line: LotLine,
): Promise<LineLot[]> {
  const named = namedLots(product, line);
  const stored = await storedLots(trx, product, named);
  return named.map((lot) => {
    const found = lotOf(lot, stored);
    if (!found) throw invalid(line.field, `"${product.product_name}" has no lot ${nameOf(lot)}`);
    return { ...found, quantity: lot.quantity };
  });
}

type NewLotValues = Omit<NewLot, 'lot_number'>;

/** The lots that goods come into: those that do not exist yet are created, by `values`, all alike or by their number. */
export async function incomingLots(
  write: Write,
  product: Tracked,
  line: LotLine,
  values: NewLotValues | ((lotNumber: string) => NewLotValues) = {},
): Promise<LineLot[]> {
  const { trx, context } = write;
  const named = namedLots(product, line);
  const stored = await storedLots(trx, product, named);
  const missing = named.filter((lot) => !lotOf(lot, stored));
  const unknown = missing.find(({ lot_id }) => lot_id !== null);
  if (unknown) throw invalid(line.field, `"${product.product_name}" has no lot ${nameOf(unknown)}`);
  const given = missing.map(({ lot_number }) => ({
    lot_number: lot_number ?? '',
    ...(typeof values === 'function' ? values(lot_number ?? '') : values),
  }));
  const created = given.length > 0 ? await insertLots(trx, product.id, given, context.now) : [];
  return named.flatMap((lot) => {
    const found = lotOf(lot, [...stored, ...created]);
    return found ? [{ ...found, quantity: lot.quantity }] : [];
  });
}

/**
 * 409 for serial numbers that are in stock or were before, naming where they are: those come in only as returned goods
 * (docs/product/lots.md#serial-numbers).
 */
export async function refuseSeen(
  { trx }: Write,
  product: Tracked,
  parts: readonly StockPart[],
): Promise<void> {
  if (product.tracking !== 'serial') return;
  const ids = parts.flatMap(({ lot, quantity }) => (lot !== null && quantity > 0 ? [lot] : []));
  if (ids.length === 0) return;
  const seen = await findSeen(trx, ids);
  const [first] = seen;
  if (!first) return;
  const details = seen.map(({ id, lot_number, at }) => ({
    message: at === null ? `${lot_number} left the stock` : `${lot_number} is in ${at}`,
    record: { type: 'lot', id, label: lot_number },
  }));
  const where = first.at === null ? 'was in stock before' : `is in stock in ${first.at}`;
  const message = `Serial number ${first.lot_number} of "${product.product_name}" ${where}`;
  throw new AppError('serial.exists', message, { details });
}

function namedLots(product: Tracked, { quantity, lots, field }: LotLine): NamedLot[] {
  const { product_name, tracking } = product;
  const result = lotsOfLine({ product_name, tracking, quantity }, lots);
  if ('problem' in result) throw invalid(field, result.problem);
  return result.lots;
}

async function storedLots(
  trx: Write['trx'],
  product: Tracked,
  named: readonly NamedLot[],
): Promise<ExistingLot[]> {
  return findLots(trx, product.id, {
    ids: named.flatMap(({ lot_id }) => lot_id ?? []),
    numbers: named.flatMap(({ lot_number }) => lot_number ?? []),
  });
}

function lotOf(
  { lot_id, lot_number }: NamedLot,
  stored: readonly ExistingLot[],
): ExistingLot | undefined {
  const number = lot_number?.toLowerCase();
  return stored.find((each) =>
    lot_id === null ? each.lot_number.toLowerCase() === number : each.id === lot_id,
  );
}

function nameOf({ lot_id, lot_number }: NamedLot): string {
  return lot_number ?? `with the id ${lot_id}`;
}
