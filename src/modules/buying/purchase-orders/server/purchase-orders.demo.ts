import { anonymous, type Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { PurchaseOrder } from '../purchase-orders.fields';
import { makePurchaseOrder, movePurchaseOrder } from './purchase-orders.actions';
import { listSampleVendors } from './purchase-orders.queries';

const msPerDay = 86_400_000;

/** How many days ago each was made, when it is expected from then on, and what became of it. */
const samples: readonly [daysAgo: number, expectedIn: number, PurchaseOrder['status']][] = [
  [34, 12, 'ordered'],
  [26, 10, 'ordered'],
  [21, 7, 'cancelled'],
  [15, 9, 'ordered'],
  [9, 14, 'ordered'],
  [4, 20, 'ordered'],
  [2, 10, 'draft'],
  [1, 15, 'draft'],
];

/** Sample purchase orders by the terms of the sample vendors; returns how many. Some of them are late. */
export async function fillDemoPurchaseOrders(trx: Transaction, now: Date): Promise<number> {
  const vendors = await listSampleVendors(trx);
  if (vendors.length === 0) return 0;
  for (const [index, [daysAgo, expectedIn, status]] of samples.entries()) {
    const moment = new Date(now.getTime() - daysAgo * msPerDay);
    const write: Write = { trx, context: { person: anonymous, now: moment } };
    const { id, products } = vendors[index % vendors.length] ?? { id: 0, products: [] };
    const goods = products.slice(index % 2, (index % 2) + 3);
    const order = await makePurchaseOrder(write, {
      vendor_id: id,
      expected_date: addDays(dayOf(moment, 'Asia/Kolkata'), expectedIn),
      reference: index % 3 === 0 ? `Quotation ${2210 + index * 17}` : null,
      terms_conditions:
        'Deliver to the main store on weekdays from 9 to 5, with a test certificate.',
      notes: 'Invented sample record.',
      items: [
        ...goods.map((product_id, at) => ({ product_id, quantity: 5 * (1 + ((index + at) % 4)) })),
        ...(index % 4 === 1
          ? [{ description: 'Freight to Pune', quantity: 1, unit_price: 850 }]
          : []),
      ],
    });
    if (status === 'draft') continue;
    await movePurchaseOrder(write, order.id, { status: 'ordered' });
    if (status === 'cancelled') await movePurchaseOrder(write, order.id, { status });
  }
  return samples.length;
}
