import { formatNumber } from '~/kit/shared/money/numbers';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Day } from '~/kit/shared/time/days';
import type { Location } from '../locations/locations.fields';
import type { MovementType } from './movements.fields';

/** What lies in a location and, of a tracked product, in a lot. */
export interface Level {
  product_id: number;
  location_id: number;
  location_name: string;
  kind: Location['kind'];
  is_default: boolean;
  lot_id: number | null;
  lot_number: string | null;
  expires_on: Day | null;
  quantity: number;
}

/** What one movement takes from a place, or puts there: a signed quantity. */
export interface StockPart {
  location: number;
  lot: number | null;
  quantity: number;
  /** In rupees, what the document makes it worth, signed; null for the average. */
  worth?: number | null;
  /** The moment that it counts for, where that is past. */
  at?: string | null;
  /** The line of the document. */
  line?: number;
  /** Takes back what a cancelled document moved: both count for nothing. */
  is_void?: boolean;
  /** The type of the movement, where it is another one than the document's. */
  type?: MovementType;
}

/** A lot that a document names, with its quantity. */
export interface ChosenLot {
  lot_id: number;
  quantity: number;
}

/** The first moment of a lot's last day is good, the day after is not (docs/product/lots.md#expiry). */
export function isExpired({ expires_on }: { expires_on: Day | null }, today: Day): boolean {
  return expires_on !== null && expires_on < today;
}

interface Requested {
  location: number;
  quantity: number;
  today: Day;
}

/**
 * Takes goods of a product from the lots of a location: first expiring, then first received, never expired
 * (docs/product/lots.md#picking). `levels` are in that order; `missing` is what they lack.
 */
export function pickParts(
  levels: readonly Level[],
  { location, quantity, today }: Requested,
): { parts: StockPart[]; missing: number } {
  const parts: StockPart[] = [];
  let missing = quantity;
  for (const level of levels) {
    if (missing <= 0) break;
    if (level.location_id !== location || level.quantity <= 0 || isExpired(level, today)) continue;
    const taken = Math.min(level.quantity, missing);
    parts.push({ location, lot: level.lot_id, quantity: -taken });
    missing = restOfQuantity(missing, taken);
  }
  return { parts, missing };
}

/** Puts goods back where they came from: `taken` has what left each place, of which the last comes back first. */
export function putBack(
  taken: readonly StockPart[],
  quantity: number,
): { parts: StockPart[]; missing: number } {
  const parts: StockPart[] = [];
  let missing = quantity;
  for (const { location, lot, quantity: left } of taken) {
    if (missing <= 0) break;
    const back = Math.min(left, missing);
    if (back <= 0) continue;
    parts.push({ location, lot, quantity: back });
    missing = restOfQuantity(missing, back);
  }
  return { parts, missing };
}

/** What is left of the levels after these parts. */
export function without(levels: readonly Level[], parts: readonly StockPart[]): Level[] {
  return levels.map((level) => {
    const own = parts.filter(
      ({ location, lot }) => location === level.location_id && lot === level.lot_id,
    );
    const quantity = sumOfQuantities([level.quantity, ...own.map((part) => part.quantity)]);
    return { ...level, quantity };
  });
}

/** Where else goods of a product lie, in a sentence each: what a refusal names. */
export function otherLocations(levels: readonly Level[], location: number): string[] {
  const names = new Map<string, number>();
  for (const { location_id, location_name, quantity } of levels) {
    if (location_id === location || quantity <= 0) continue;
    names.set(location_name, sumOfQuantities([names.get(location_name) ?? 0, quantity]));
  }
  return [...names].map(([name, quantity]) => `${name} has ${formatNumber(quantity)}`);
}
