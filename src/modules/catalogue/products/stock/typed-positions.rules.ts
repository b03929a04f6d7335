import { sumOfQuantities } from '~/kit/shared/money/quantities';
import type { ProductStock } from './levels.fields';

/** The location and lot that a form names, and what lies there. */
export interface StockPosition {
  name: string;
  quantity: number;
}

interface Named {
  isTracked: boolean;
  /** The active ones, the default one first; none where a company has only one. */
  locations: readonly { id: number; name: string }[];
}

/**
 * What lies where an adjustment counts; null while no lot of a tracked product is typed, and for a range of serial numbers
 * (docs/product/stock.md#adjustment).
 */
export function positionOf(
  levels: Readonly<ProductStock['levels']>,
  typed: Readonly<Record<string, string>>,
  { isTracked, locations }: Named,
): StockPosition | null {
  const location =
    locations.find(({ id }) => String(id) === typed['location_id']) ?? locations[0] ?? null;
  const lot = (typed['lot_number'] ?? '').trim();
  if (isTracked && (lot === '' || lot.includes('..'))) return null;
  const own = levels.filter(
    ({ location_id, lot_number }) =>
      (location === null || location_id === location.id) &&
      (lot_number ?? '').toLowerCase() === (isTracked ? lot.toLowerCase() : ''),
  );
  return {
    name: [location && `In ${location.name}`, isTracked && `Lot ${lot}`].filter(Boolean).join(', '),
    quantity: sumOfQuantities(own.map(({ quantity }) => quantity)),
  };
}
