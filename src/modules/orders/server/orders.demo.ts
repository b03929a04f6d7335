import { nobody } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { lineTotal, sumOf } from '~/modules/documents/totals.rules';
import { getSettings } from '~/modules/company/server/settings.service';
import type { NewOrder } from '../requests.fields';
import type { Order } from '../orders.fields';
import { holdingOf } from '../orders.rules';
import { addOrder, changeOrder } from './orders.steps';
import { listSampleSources, type SampleSources } from './samples.queries';

type Status = Order['status'];

/** Age of an order in days, its status changes some days apart each, and its promised delivery. */
type Sample = readonly [
  daysAgo: number,
  deliveryAfter: number | null,
  ways: readonly (readonly [status: Status, afterDays: number])[],
];

const shipped = (after: number): Sample[2] => [
  ['confirmed', 1],
  ['shipped', after],
];
const delivered = (after: number): Sample[2] => [
  ['confirmed', 2],
  ['delivered', after],
];
const cancelled: Sample[2] = [['cancelled', 4]];
const confirmed: Sample[2] = [['confirmed', 1]];
const processing: Sample[2] = [['processing', 2]];

const samples: readonly Sample[] = [
  [151, 14, delivered(12)],
  [146, 21, delivered(20)],
  [139, 10, delivered(10)],
  [133, null, cancelled],
  [128, 30, delivered(24)],
  [121, 12, delivered(15)],
  [117, 18, delivered(17)],
  [112, 25, delivered(21)],
  [104, 9, delivered(8)],
  [98, 20, delivered(20)],
  [95, 15, cancelled],
  [89, 30, delivered(28)],
  [84, 14, delivered(13)],
  [77, 21, delivered(19)],
  [73, 12, delivered(12)],
  [68, 28, delivered(30)],
  [62, 10, delivered(9)],
  [57, 20, delivered(18)],
  [53, 14, cancelled],
  [48, 21, delivered(20)],
  [44, 15, delivered(14)],
  [40, 30, shipped(27)],
  [37, 12, delivered(11)],
  [33, 45, processing],
  [30, 18, delivered(16)],
  [27, 20, processing],
  [25, 14, delivered(13)],
  [22, 21, shipped(19)],
  [19, 25, processing],
  [17, 15, shipped(13)],
  [15, 12, confirmed],
  [13, 30, processing],
  [11, 14, shipped(9)],
  [10, 11, processing],
  [8, 21, confirmed],
  [7, 9, processing],
  [6, null, confirmed],
  [5, 20, cancelled],
  [4, 5, confirmed],
  [3, 14, []],
  [2, 30, []],
  [1, 4, []],
  [0.4, 21, []],
];

const notes = [
  'Deliver to gate 2, between 9 and 17.',
  'Invoice to the head office.',
  'Part delivery is fine.',
  'Call the stores before dispatch.',
];

const msPerDay = 86_400_000;

export async function fillDemoOrders(trx: Transaction, now: Date): Promise<number> {
  const sources = await listSampleSources(trx);
  const { time_zone } = await getSettings(trx);
  const onHand = sources.products.filter((product) => product.stock_quantity > 4);
  for (const [index, [daysAgo, deliveryAfter, ways]] of samples.entries()) {
    const at = (days: number) => ({
      trx,
      context: { person: nobody, now: new Date(now.getTime() - days * msPerDay) },
    });
    const made = at(daysAgo);
    const isTaken = ways.some(([status]) => holdingOf(status) === 'taken');
    const day = dayOf(made.context.now, time_zone);
    const order = await addOrder(made, {
      ...demoOrder(
        { ...sources, products: isTaken ? onHand : sources.products },
        index,
        made.context.now,
      ),
      delivery_date: deliveryAfter === null ? null : addDays(day, deliveryAfter),
    });
    for (const [status, after] of ways) {
      await changeOrder(at(Math.max(0, daysAgo - after)), order.id, { status });
    }
  }
  return samples.length;
}

function demoOrder(sources: SampleSources, index: number, now: Date): NewOrder {
  const known = sources.customers.filter(({ created_at }) => new Date(created_at) <= now);
  const items = Array.from({ length: 1 + ((index * 7) % 4) }, (_, line) => {
    const product = pick(sources.products, index * 5 + line * 11);
    return {
      product_id: product.id,
      // A small share of the stock, so that it suffices for all orders; products out of stock can be ordered too.
      quantity:
        Math.ceil((product.stock_quantity || 60) / (14 + (index % 5) * 6)) +
        (product.is_parted ? 0.25 * (index % 4) : 0),
      unit_price: product.unit_price,
    };
  }).filter(
    (item, place, all) => all.findIndex((one) => one.product_id === item.product_id) === place,
  );
  const service = index % 3 === 1 ? pick(sources.services, index) : null;
  const services = service
    ? [{ service_id: service.id, quantity: 1 + (index % 2), unit_price: service.price }]
    : [];
  return {
    customer_id: pick(known.length > 0 ? known : sources.customers, index * 11).id,
    items,
    services,
    notes: index % 5 === 2 ? pick(notes, index) : null,
    tax_rate: sumOf([...items, ...services].map(lineTotal)) > 100_000 ? 18 : 10,
  };
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('There is nothing to make sample orders of');
  return found;
}
