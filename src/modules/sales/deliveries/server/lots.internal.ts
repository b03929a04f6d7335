import type { Context, Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import { requireLocation } from '~/modules/catalogue/products/locations/server/locations.service';
import type { TraceStep } from '~/modules/catalogue/products/lots/trace.rules';
import { returning } from '~/modules/sales/orders/server/invoicing.service';
import { stillOut } from '../deliveries.rules';
import { shareLots } from '~/modules/catalogue/products/lots/lots.rules';
import { listMovedLots } from '~/modules/catalogue/products/lots/server/lots.service';
import type { ChosenLot } from '~/modules/catalogue/products/stock/positions.rules';
import { getDelivery, listLotDeliveries, type NewItem, writeLots } from './deliveries.queries';

/** 400 for a location that goods are not delivered from: held goods and those of job workers are not available. */
export async function requireStore({ trx }: Write, id: number): Promise<void> {
  const { kind, name } = await requireLocation(trx, id);
  if (kind !== 'store') throw invalid('location_id', `Goods in "${name}" are not available`);
}

/** The lots that the lines of a delivery name, by product. */
export function lotsByProduct(
  items: readonly Pick<NewItem, 'product_id' | 'lots'>[],
): ReadonlyMap<number, readonly ChosenLot[]> {
  const result = new Map<number, ChosenLot[]>();
  for (const { product_id, lots } of items)
    if (lots) result.set(product_id, [...(result.get(product_id) ?? []), ...lots]);
  return result;
}

/** Notes on the lines of a delivery which lots its goods were taken from (docs/product/lots.md#lines). */
export async function keepLots(trx: Transaction, id: number): Promise<void> {
  const moved = await listMovedLots(trx, id);
  if (moved.length === 0) return;
  const { items } = await getDelivery(trx, id);
  await writeLots(trx, shareLots(items, moved));
}

/** The deliveries that lots went out with, of each what is still out (docs/product/lots.md#trace). */
export async function listDeliveredLots(
  { db, person }: Pick<Context, 'db' | 'person'>,
  lots: readonly number[],
): Promise<TraceStep[]> {
  const [delivered, returned] = await Promise.all([
    listLotDeliveries(db, { lots, person }),
    returning.get().listReturnedLots(db, lots),
  ]);
  return stillOut(delivered, returned).map((each) => ({
    from: each.lot_id,
    to: each.lot_id,
    kind: 'delivery',
    id: each.id,
    number: each.delivery_number,
    date: each.delivery_date,
    quantity: each.quantity,
    party: { type: 'customer', id: each.customer_id, name: each.customer_name },
    isRead: each.is_read,
  }));
}
