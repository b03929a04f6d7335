import { sql } from 'kysely';
import { formatMoney } from '~/kit/shared/money/money';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import { registerTies, tiesBy } from '~/modules/records/batches/server/registry.service';
import { orderCount } from '~/modules/sales/customers/server/order-counts.service';
import { registerApprovalTimeline } from './approvals.queries';
import { type Order, orderStatuses } from '../orders.fields';
import { orderLines } from './order-lines.queries';
import { orderLinks, orders } from './orders.queries';
import { orderBulk, orderOneByOne } from './bulk.internal';
import { registerDocument } from '~/modules/sales/customers/server/customers.service';

export function provideOrders(): void {
  registerDocument(orders, {
    type: 'order',
    kind: 'orders',
    number: sql`t.order_number`,
    lines: orderLines,
    goods: ['products', 'services'],
    links: orderLinks,
    each: orderOneByOne,
    events: {
      kind: 'document',
      details: sql`t.id, t.order_number, t.status, t.total_amount`,
      describe,
    },
  });
  registerApprovalTimeline();
  orderCount.provide({
    count: sql`(select count(*) from orders o where o.customer_id = t.id)`,
  });
  registerTies(
    'orders',
    tiesBy('customers', 'orders', {
      billing_address_id: 'customer_addresses',
      shipping_address_id: 'customer_addresses',
    }),
  );
  registerBulk(orderBulk);
}

type EventData = Pick<Order, 'id' | 'order_number' | 'status' | 'total_amount'>;

function describe({ id, order_number, status, total_amount }: EventData) {
  const word = orderStatuses.find(({ value }) => value === status)?.label ?? status;
  return {
    title: `Order ${order_number}`,
    text: `${word}, ${formatMoney(total_amount, 'INR')}`,
    link: { type: 'order', id },
  };
}
