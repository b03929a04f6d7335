import { readNumber } from '~/modules/sales/documents/lines/typed-lines.rules';
import { type ProductPrices, reachedStep } from './price-lists.rules';

/** A line of a form as it is typed. */
export interface OfferedLine {
  key: number;
  product_id: number | null;
  quantity: string;
  unit_price: string;
}

interface Offering {
  existing: ReadonlyMap<number, ProductPrices>;
  /** The lines whose price was offered, as they were then. */
  before: ReadonlyMap<number, OfferedLine>;
}

interface Offers {
  offers: { key: number; unit_price: string }[];
  next: Map<number, OfferedLine>;
}

/**
 * The prices that lines get by the lists: of a product that was just chosen, whose own price the form has filled in, and of
 * a line that still has the price it was given before. Any other price was typed by a person and stays.
 */
export function priceOffers(lines: readonly OfferedLine[], { existing, before }: Offering): Offers {
  const result: Offers = { offers: [], next: new Map() };
  for (const line of lines) {
    const { key, product_id, quantity, unit_price } = line;
    const prices = product_id === null ? undefined : existing.get(product_id);
    const last = before.get(key);
    const isSame = last?.product_id === product_id;
    if (!prices) {
      if (last && isSame) result.next.set(key, last);
      continue;
    }
    const given = last && isSame ? last.unit_price : String(prices.unit_price);
    if (readNumber(unit_price) !== readNumber(given)) {
      // A typed price stays, regardless of later choices.
      if (last && isSame) result.next.set(key, last);
      continue;
    }
    const step = reachedStep(prices.steps, readNumber(quantity));
    const price = String(step?.unit_price ?? prices.unit_price);
    result.next.set(key, { ...line, unit_price: price });
    if (readNumber(price) !== readNumber(unit_price)) {
      result.offers.push({ key, unit_price: price });
    }
  }
  return result;
}
