import type { Write } from '~/kit/server/database/context';
import { AppError, type Detail } from '~/kit/server/errors';
import { formatNumber } from '~/kit/shared/money/numbers';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Day } from '~/kit/shared/time/days';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { products } from '../../catalogue/server/products.queries';
import type { Location } from '../../locations/locations.fields';
import { requireLocation } from '../../locations/server/locations.service';
import { incomingLots, numbersOf, refuseSeen } from '../../lots/server/lots.service';
import {
  type ChosenLot,
  otherLocations,
  isExpired,
  type Level,
  pickParts,
  putBack,
  type StockPart,
  without,
} from '../positions.rules';
import type { Stock, StockChange } from './movements.queries';
import { findMoved, listLeast, listLevels, type MovedBy } from './positions.queries';

export interface Locating {
  type: string;
  reason?: string | null | undefined;
  /** Where goods leave and enter; without it the default location. */
  locationId?: number | null | undefined;
  /** Whose goods come back, or leave again: they go where these came from. */
  back?: MovedBy | undefined;
  allowNegative?: boolean | undefined;
}

interface Located {
  stock: Stock;
  change: StockChange;
  levels: readonly Level[];
  location: number;
  locationName: string;
  today: Day;
}

/**
 * The parts of each change of locked products: which location and lots its goods leave or enter (docs/product/lots.md#picking).
 * None for a product that lies in the first location alone and is not tracked. 409 where a location or lot lacks goods,
 * naming those that have them.
 */
export async function locateChanges(
  write: Write,
  { changes, stocks }: { changes: readonly StockChange[]; stocks: readonly Stock[] },
  why: Locating,
): Promise<ReadonlyMap<number, readonly StockPart[]>> {
  const byId = new Map(stocks.map((stock) => [stock.id, stock]));
  const located = changes.filter(({ productId, onHand, parts }) => {
    const stock = byId.get(productId);
    const isSimple = stock?.tracking === 'none' && !stock.is_spread && !why.locationId;
    return parts !== undefined || (onHand !== 0 && !isSimple);
  });
  const result = new Map<number, readonly StockPart[]>();
  if (located.length === 0) return result;
  const ids = located.map(({ productId }) => productId);
  const [levels, location, today] = await Promise.all([
    listLevels(write.trx, ids),
    namedLocation(write, why),
    companyToday(write),
  ]);
  for (const change of located) {
    const stock = byId.get(change.productId);
    if (!stock) continue;
    const own = levels.filter(({ product_id }) => product_id === stock.id);
    result.set(
      stock.id,
      await partsOf(write, { stock, change, levels: own, today, ...location }, why),
    );
  }
  return result;
}

async function namedLocation({ trx }: Write, { locationId = null }: Locating) {
  const { id: location, name: locationName } = await requireLocation(trx, locationId);
  return { location, locationName };
}

async function partsOf(write: Write, located: Located, why: Locating): Promise<StockPart[]> {
  const { change } = located;
  if (change.parts) {
    await enforceParts(write, located, change.parts, why);
    return [...change.parts];
  }
  return change.onHand > 0 ? cameTo(write, located, why) : tookFrom(write, located, why);
}

/** Goods that leave: the lots that are named first, then those that are picked. */
async function tookFrom(write: Write, located: Located, why: Locating): Promise<StockPart[]> {
  const { stock, change, levels, location, today } = located;
  if (why.back) {
    const came = await findMoved(write.trx, stock.id, { by: why.back, sign: 1 });
    const { parts, missing } = putBack(came, -change.onHand);
    const own = parts.map((part) => ({ ...part, quantity: -part.quantity }));
    if (missing === 0 && ownLacks(levels, own).length === 0) return own;
  }
  const chosen = await chosenParts(write, located);
  const rest = restOfQuantity(
    -change.onHand,
    sumOfQuantities(chosen.map((part) => -part.quantity)),
  );
  const left = without(levels, chosen);
  const { parts, missing } = pickParts(left, { location, quantity: rest, today });
  const own = [...chosen, ...parts];
  if (missing <= 0) return own;
  if (stock.tracking === 'none' && why.allowNegative)
    return [...own, { location, lot: null, quantity: -missing }];
  throw lacking(located, restOfQuantity(rest, missing), rest);
}

async function chosenParts(write: Write, located: Located): Promise<StockPart[]> {
  const { stock, change, levels, location, today } = located;
  const chosen: readonly ChosenLot[] = change.lots ?? [];
  const parts = chosen.map(({ lot_id, quantity }) => ({
    location,
    lot: lot_id,
    quantity: -quantity,
  }));
  const expired = levels.find(
    (level) => parts.some(({ lot }) => lot === level.lot_id) && isExpired(level, today),
  );
  if (expired) {
    const { lot_id: id, lot_number: label } = expired;
    const message = `Lot ${label} of "${stock.product_name}" has expired`;
    const record = { type: 'lot', id: id ?? 0, label: label ?? '' };
    throw new AppError('lot.expired', message, { details: [{ message, record }] });
  }
  await enforceParts(write, located, parts, {});
  return parts;
}

/**
 * Takes goods of locked, tracked products from the lots of a location (docs/product/lots.md#picking), of which the lines name
 * `chosen`. At a past moment those that lie there ever since. 409 where there are too few.
 */
export async function pickGoods(
  { trx }: Write,
  wishes: readonly { stock: Stock; quantity: number; chosen: readonly ChosenLot[] }[],
  { location, day, at }: { location: Pick<Location, 'id' | 'name'>; day: Day; at: string | null },
): Promise<ReadonlyMap<number, StockPart[]>> {
  const result = new Map<number, StockPart[]>();
  if (wishes.length === 0) return result;
  const ids = wishes.map(({ stock }) => stock.id);
  const [levels, least] = await Promise.all([
    listLevels(trx, ids),
    at === null ? null : listLeast(trx, ids, { location: location.id, at }),
  ]);
  for (const { stock, quantity, chosen } of wishes) {
    const own = levels.filter(({ product_id }) => product_id === stock.id);
    const there = own.map((level) =>
      least && level.location_id === location.id
        ? { ...level, quantity: Math.min(level.quantity, least.get(level.lot_id ?? 0) ?? 0) }
        : level,
    );
    const taken = chosen.map((lot) => ({
      location: location.id,
      lot: lot.lot_id,
      quantity: -lot.quantity,
    }));
    const left = without(there, taken);
    const { parts, missing } = pickParts(left, { location: location.id, quantity, today: day });
    if (missing > 0) {
      const change = { productId: stock.id, onHand: -quantity, reserved: 0 };
      const located = { stock, change, levels: own, today: day };
      throw lacking(
        { ...located, location: location.id, locationName: location.name },
        restOfQuantity(quantity, missing),
        quantity,
      );
    }
    result.set(stock.id, parts);
  }
  return result;
}

/** Goods that come in: back to where they left, else to the location, and to a lot of the document's number. */
async function cameTo(write: Write, located: Located, why: Locating): Promise<StockPart[]> {
  const { stock, change, location } = located;
  const left = why.back ? await findMoved(write.trx, stock.id, { by: why.back, sign: -1 }) : [];
  const { parts, missing } = putBack(left, change.onHand);
  if (missing <= 0) return parts;
  if (stock.tracking === 'none') return [...parts, { location, lot: null, quantity: missing }];
  return [...parts, ...(await newLots(write, located, { reason: why.reason, quantity: missing }))];
}

/** The lots of goods that came without a number: `{document number}-{line}` (docs/product/lots.md#numbers). */
async function newLots(
  write: Write,
  { stock, location }: Located,
  { reason, quantity }: { reason: string | null | undefined; quantity: number },
): Promise<StockPart[]> {
  const document = reason?.split(' ').at(-1) ?? `LOT-${stock.id}`;
  const count = stock.tracking === 'serial' ? quantity : 1;
  const lots = Array.from({ length: count }, (_, index) => ({
    lot_number: `${document}-${index + 1}`,
    quantity: quantity / count,
  }));
  const created = await incomingLots(write, stock, { quantity, lots, field: 'lots' });
  return created.map((lot) => ({ location, lot: lot.id, quantity: lot.quantity }));
}

/** 409 where a place lacks what is to leave it now, or a serial number is in stock already. */
async function enforceParts(
  write: Write,
  located: Located,
  parts: readonly StockPart[],
  { type, allowNegative }: Partial<Locating>,
): Promise<void> {
  const { stock, levels } = located;
  if (type !== 'transfer') {
    const own = parts.filter((part) => !part.is_void);
    await refuseSeen(write, stock, own);
  }
  const [lack] = ownLacks(
    levels,
    parts.filter(({ at }) => !at),
  );
  if (!lack || (allowNegative && stock.tracking === 'none')) return;
  const { location, lot, needed, there } = lack;
  const level = levels.find(({ location_id }) => location_id === location);
  const locationName = level?.location_name ?? located.locationName;
  const numbers = lot === null ? null : await numbersOf(write.trx, [lot]);
  throw lacking({ ...located, location, locationName }, there, needed, numbers?.get(lot ?? 0));
}

interface Lack {
  location: number;
  lot: number | null;
  needed: number;
  there: number;
}

function ownLacks(levels: readonly Level[], parts: readonly StockPart[]): Lack[] {
  return parts.flatMap(({ location, lot }, index) => {
    const own = parts.filter((each) => each.location === location && each.lot === lot);
    if (own[0] !== parts[index]) return [];
    const change = sumOfQuantities(own.map(({ quantity }) => quantity));
    const level = levels.find((each) => each.location_id === location && each.lot_id === lot);
    const there = level?.quantity ?? 0;
    const isLacking = change < 0 && sumOfQuantities([there, change]) < 0;
    return isLacking ? [{ location, lot, needed: -change, there }] : [];
  });
}

function lacking(
  { stock, levels, location, locationName }: Located,
  there: number,
  needed: number,
  lot?: string,
): AppError {
  const what =
    lot === undefined ? `"${stock.product_name}"` : `lot ${lot} of "${stock.product_name}"`;
  const where = levels.some((level) => level.location_id !== location) ? ` in ${locationName}` : '';
  const message = `Not enough stock of ${what}${where}: ${formatNumber(needed)} needed, ${formatNumber(there)} available`;
  const record = { type: products.type, id: stock.id, label: stock.product_name };
  const details: Detail[] = otherLocations(levels, location).map((each) => ({
    message: each,
    record,
  }));
  return new AppError('stock.insufficient', message, {
    details: details.length > 0 ? details : [{ message, record }],
  });
}
