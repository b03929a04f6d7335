import { sql } from 'kysely';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import { registerTies, tieBy } from '~/modules/records/batches/server/registry.service';
import { orderCount } from '~/modules/sales/customers/server/order-counts.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { registerApprovalTimeline } from './approvals.queries';
import { registerOrderTimelines } from './timelines.queries';
import { orderLines, orderLinks, orders } from './orders.queries';
import { orderBulk, orderOneByOne } from './bulk.internal';
import { registerDocument } from '~/modules/sales/customers/server/customers.service';

export function provideOrders(): void {
  registerDocument(orders, {
    type: 'order',
    kind: 'orders',
    number: sql`t.order_number`,
    lines: orderLines,
    refersTo: {
      products: (id) => sql`t.id in (select order_id from order_lines where product_id = ${id})`,
      services: (id) => sql`t.id in (select order_id from order_lines where service_id = ${id})`,
    },
    each: orderOneByOne,
  });
  registerOrderTimelines();
  registerApprovalTimeline();
  registerRecords('orders', { entity: orders, links: orderLinks, lines: [orderLines] });
  orderCount.provide({
    count: sql`(select count(*) from orders o where o.customer_id = t.id)`,
  });
  registerTies('orders', [
    tieBy('customers', 'orders', { column: 'billing_address_id', other: 'customer_addresses' }),
    tieBy('customers', 'orders', { column: 'shipping_address_id', other: 'customer_addresses' }),
  ]);
  registerBulk(orderBulk);
}
