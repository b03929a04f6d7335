import type { Db } from '~/kit/server/database/db';
import { refuseInvalid } from '~/kit/server/errors';
import { decimalsOf } from '~/kit/shared/money/quantities';
import { priceProblem } from '../prices.rules';
import { defaultSettings } from '../settings.rules';
import { getSettings } from './settings.service';

export interface SentPrice {
  field: string;
  label: string;
  price: number | null | undefined;
}

/**
 * 400 naming each price that is finer than the setting `price_decimals` (docs/product/company.md#settings); leave out
 * stored prices. The setting is read only where a price has more decimals than it ever forbids.
 */
export async function refuseFinePrices(db: Db, prices: readonly SentPrice[]): Promise<void> {
  const { price_decimals: least } = defaultSettings;
  const fine = prices.filter(({ price }) => decimalsOf(price ?? 0) > least);
  if (fine.length === 0) return;
  const { price_decimals } = await getSettings(db);
  const details = fine.flatMap(({ field, label, price }) => {
    const message = priceProblem(label, price, price_decimals);
    return message === null ? [] : { field, message };
  });
  refuseInvalid(details);
}
