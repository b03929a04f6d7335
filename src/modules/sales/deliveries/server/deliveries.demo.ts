import { anonymous } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDelivery, moveDelivery } from './deliveries.actions';
import { listSampleOrders, type SampleOrder } from './deliveries.queries';

const msPerHour = 3_600_000;

const carriers = [
  { transporter_name: 'Sahyadri Roadlines', vehicle_number: 'MH12QX4471', lr_number: 'SR-20418' },
  { transporter_name: 'Konkan Carriers', vehicle_number: 'MH14GT9032', lr_number: 'KC-7731' },
  { transporter_name: 'Own vehicle', vehicle_number: 'MH12AB1180', lr_number: null },
] as const;

/** What becomes of the first part of an order. */
const ways = ['draft', 'dispatched', 'delivered', 'twice', 'cancelled'] as const;

const count = 15;

/** Sample deliveries of parts of open orders; those of shipped orders were made with their status. Returns how many. */
export async function fillDemoDeliveries(trx: Transaction, now: Date): Promise<number> {
  const all = await listSampleOrders(trx);
  // Something of each stays open after its first part.
  const orders = all.filter(({ items }) => items.some(isHalved)).slice(0, count);
  let total = 0;
  for (const [index, order] of orders.entries()) {
    const way = ways[index % ways.length] ?? 'draft';
    const at = (hours: number) => {
      const moment = Math.max(now.getTime() - hours * msPerHour, Date.parse(order.created_at));
      return { trx, context: { person: anonymous, now: new Date(moment) } };
    };
    const { id } = await addDelivery(at(60), {
      order_id: order.id,
      items: half(order),
      ...carriers[index % carriers.length],
      packages: 1 + (index % 4),
      notes: index % 4 === 1 ? 'Unloading by crane at gate 2.' : null,
    });
    total += 1;
    if (way === 'draft') continue;
    await moveDelivery(at(48), id, { status: 'dispatched' });
    if (way === 'delivered' || way === 'twice') {
      await moveDelivery(at(12), id, { status: 'delivered' });
    }
    if (way === 'cancelled') await moveDelivery(at(6), id, { status: 'cancelled' });
    if (way === 'twice') {
      await addDelivery(at(2), { order_id: order.id });
      total += 1;
    }
  }
  return total;
}

/** The larger half of each line, in whole pieces. */
function half({ items }: SampleOrder): SampleOrder['items'] {
  return items.map(({ order_line_id, quantity }) => ({
    order_line_id,
    quantity: isHalved({ quantity }) ? Math.ceil(quantity / 2) : quantity,
  }));
}

function isHalved({ quantity }: { quantity: number }): boolean {
  return Math.ceil(quantity / 2) < quantity;
}
