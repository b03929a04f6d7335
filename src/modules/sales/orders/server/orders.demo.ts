import { anonymous } from '~/kit/server/database/context';
import { together } from '~/kit/server/database/together';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { lineTotal, type PricedLine, sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { sampleWrites } from '~/modules/records/custom-fields/server/custom-fields.service';
import type { NewOrder } from '../requests.schema';
import type { Order } from '../orders.fields';
import { holdingOf } from '../orders.rules';
import { addOrder, changeOrder } from './orders.actions';
import { listSampleSources, type SampleSources } from './orders.queries';

type Status = Order['status'];

interface Sample {
  daysAgo: number;
  deliveryAfter: number | null;
  /** The status that it came to, and after how many days. */
  way: readonly [status: Status, afterDays: number] | null;
}

const count = 300;
const days = 545;

/** The oldest first, more of them the newer; what is old is delivered, what is new is on its way. */
function sampleOf(index: number): Sample {
  const daysAgo = days * (1 - (index / count) ** 0.8) + 0.3;
  const promised = 9 + ((index * 7) % 23);
  const deliveryAfter = index % 11 === 3 ? null : promised;
  if (index % 12 === 5) return { daysAgo, deliveryAfter, way: ['cancelled', 2] };
  const taken = Math.max(4, promised - 3 + (index % 6));
  if (daysAgo > taken + 8) return { daysAgo, deliveryAfter, way: ['delivered', taken] };
  const ways = [['processing', 1], ['shipped', 3], ['confirmed', 1], null] as const;
  return { daysAgo, deliveryAfter, way: daysAgo < 1.5 ? null : pick(ways, index) };
}

const notes = [
  'Deliver to gate 2, between 9 and 17.',
  'Invoice to the head office.',
  'Part delivery is fine.',
  'Call the stores before dispatch.',
];

const msPerDay = 86_400_000;

const deliveryTerms = [
  'Ex works Pune, packing included.',
  'FOR destination, unloading by the customer.',
  'CIF Nhava Sheva, Incoterms 2020.',
];

/** Sample orders of 18 months with what happened to each; returns how many. */
export async function fillDemoOrders(trx: Transaction, now: Date): Promise<number> {
  const sources = await listSampleSources(trx);
  const withOwn = await sampleWrites(trx, 'orders');
  const { time_zone, tax_mode } = await getSettings(trx);
  const isByGst = tax_mode === 'gst';
  const onHand = sources.products.filter((product) => product.stock_quantity > 12);
  const outOfStock = sources.products.filter((product) => product.stock_quantity === 0);
  const samples = Array.from({ length: count }, (_, index) => sampleOf(index));
  await together(samples, async ({ daysAgo, deliveryAfter, way }, index) => {
    const at = (ago: number) => ({
      trx,
      context: { person: anonymous, now: new Date(now.getTime() - Math.max(0, ago) * msPerDay) },
    });
    const parts = at(daysAgo);
    const isTaken = way !== null && holdingOf(way[0]) === 'taken';
    const open = index % 3 === 0 ? outOfStock : sources.products;
    const products = isTaken ? onHand : open;
    const day = dayOf(parts.context.now, time_zone);
    const order = await addOrder(withOwn(parts, index), {
      ...demoOrder({ ...sources, products }, { index, isByGst, now: parts.context.now }),
      delivery_date: deliveryAfter === null ? null : addDays(day, deliveryAfter),
    });
    if (way) await changeOrder(at(daysAgo - way[1]), order.id, { status: way[0] });
  });
  return count;
}

interface Making {
  index: number;
  isByGst: boolean;
  now: Date;
}

function demoOrder(sources: SampleSources, { index, isByGst, now }: Making): NewOrder {
  const existing = sources.customers.filter(({ created_at }) => new Date(created_at) <= now);
  const items = Array.from({ length: 1 + ((index * 7) % 4) }, (_, line) => {
    const product = pick(sources.products, index * 3 + line * 11);
    const part = isByGst && product.is_parted ? 0.5 - (index % 3) / 8 : 0;
    return {
      product_id: product.id,
      // A small share of the stock, so that it suffices for all orders; products out of stock can be ordered too.
      quantity: Math.ceil((product.stock_quantity || 60) / (24 + (index % 5) * 6)) - part,
      unit_price: product.unit_price,
      ...(isByGst && (index + line) % 4 === 3 ? { discount_percent: 2.5 + (index % 3) } : {}),
    };
  }).filter(
    (item, itemIndex, all) =>
      all.findIndex((one) => one.product_id === item.product_id) === itemIndex,
  );
  const service = index % 3 === 1 ? pick(sources.services, index) : null;
  const services = service
    ? [{ service_id: service.id, quantity: 1 + (index % 2), unit_price: service.price }]
    : [];
  return {
    customer_id: pick(existing.length > 0 ? existing : sources.customers, index * 11).id,
    items,
    services,
    // Some of them are invoiced, which takes it along.
    ...(index % 100 === 52 ? { discount_percent: 5 } : {}),
    notes: index % 5 === 2 ? pick(notes, index) : null,
    delivery_terms: index % 7 === 3 ? pick(deliveryTerms, index) : null,
    ...(isByGst ? {} : { tax_rate: singleRate([...items, ...services]) }),
  };
}

function singleRate(lines: readonly PricedLine[]): number {
  return sumOf(lines.map(lineTotal)) > 100_000 ? 18 : 10;
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('There is nothing to make sample orders of');
  return found;
}
