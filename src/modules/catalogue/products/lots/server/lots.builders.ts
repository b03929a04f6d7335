import type { Caller } from '~/kit/server/testing/test-calls';
import { makeProduct } from '../../catalogue/server/products.builders';
import { adjustStock } from '../../stock/server/stock.builders';
import type { Lot } from '../lots.fields';

/** The lot H-7 of a new product, with 6 pieces in the first location. */
export async function makeLot(caller: Caller, values: object = {}): Promise<Lot> {
  const { id } = await makeProduct(caller, { tracking: 'lot' });
  await adjustStock(caller, id, { quantity: 6, lot_number: 'H-7', ...values });
  const lots = (await caller.get<Lot[]>('/lots')).body.data;
  const lot = lots.find(({ product_id }) => product_id === id);
  if (!lot) throw new Error('There is no lot');
  return lot;
}
