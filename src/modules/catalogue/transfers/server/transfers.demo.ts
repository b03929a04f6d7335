import { anonymous, type Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { insertRecord } from '~/kit/server/database/write';
import { locations } from '~/modules/catalogue/products/locations/server/locations.service';
import { addTransfer, moveTransfer } from './transfers.actions';
import { findSampleGoods } from './transfers.queries';

const msPerHour = 3_600_000;

/** Three sample transfers between the main store and another location: one done, one cancelled, one draft. Returns how many. */
export async function fillDemoTransfers(trx: Transaction, now: Date): Promise<number> {
  const at = (hours: number): Write => ({
    trx,
    context: { person: anonymous, now: new Date(now.getTime() - hours * msPerHour) },
  });
  const { stores, hold, products } = await findSampleGoods(trx, 6);
  const [main, other] = stores;
  if (!main || products.length < 6) return 0;
  const shop = other ?? (await insertRecord(at(4), locations, { name: 'Finishing Shop' }));
  const itemsOf = (from: number, to: number) =>
    products.slice(from, to).map(({ id, quantity }) => ({ product_id: id, quantity }));
  await addTransfer(at(3), {
    from_id: main.id,
    to_id: shop.id,
    status: 'done',
    vehicle_number: 'MH12AB1180',
    notes: 'For painting in the second shift.',
    items: itemsOf(0, 3),
  });
  const wrong = await addTransfer(at(2), {
    from_id: main.id,
    to_id: hold ?? shop.id,
    status: 'done',
    notes: 'Held after a customer complaint.',
    items: itemsOf(3, 4),
  });
  await moveTransfer(at(1), wrong.id, { status: 'cancelled' });
  await addTransfer(at(0), { from_id: main.id, to_id: shop.id, items: itemsOf(4, 6) });
  return 3;
}
