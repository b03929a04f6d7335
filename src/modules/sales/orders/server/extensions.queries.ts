import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPart,
  registerTies,
  registerUndo,
  tieBy,
} from '~/modules/records/batches/server/registry.service';
import { orderCount } from '~/modules/sales/customers/server/order-counts.service';
import { registerKindPlacement } from '~/modules/organization/workspaces/server/whereabouts.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { registerApprovalTimeline } from './approvals.queries';
import { registerOrderTimelines } from './timelines.queries';
import { orderLines, orderLinks, orders } from './orders.queries';
import { orderBulk, orderOneByOne } from './bulk.internal';
import { documentSearch } from '~/modules/sales/customers/server/customers.service';
import { registerSearch } from '~/modules/records/records/server/search-sources.service';

export function provideOrders(): void {
  registerSearch({
    type: 'order',
    kind: 'orders',
    ...documentSearch('orders', sql`t.order_number`),
  });
  registerOrderTimelines();
  registerApprovalTimeline();
  registerRecords('orders', { entity: orders, links: orderLinks, lines: [orderLines] });
  registerKindPlacement('orders', 'orders', sql`orders t join customers c on c.id = t.customer_id`);
  orderCount.provide({
    count: sql`(select count(*) from orders o where o.customer_id = t.id)`,
  });
  registerDependents({
    table: 'orders',
    type: 'order',
    label: sql`t.order_number`,
    join: sql`join customers c on c.id = t.customer_id`,
    readableBy: (person) => readable(person, 'orders'),
    of: {
      customers: (id) => sql`t.customer_id = ${id}`,
      products: (id) => sql`t.id in (select order_id from order_lines where product_id = ${id})`,
      services: (id) => sql`t.id in (select order_id from order_lines where service_id = ${id})`,
    },
  });
  registerUndo({
    table: 'orders',
    noun: 'Order',
    label: sql`t.order_number`,
    each: orderOneByOne,
  });
  registerPart({
    of: 'orders',
    table: 'order_lines',
    owner: sql`t.order_id`,
    label: sql`t.description`,
    noun: null,
  });
  registerMove({ of: 'customers', table: 'orders', column: 'customer_id', kind: 'orders' });
  registerTies('orders', [
    tieBy('customers', 'orders', { column: 'billing_address_id', other: 'customer_addresses' }),
    tieBy('customers', 'orders', { column: 'shipping_address_id', other: 'customer_addresses' }),
  ]);
  registerMove({ of: 'products', table: 'order_lines', column: 'product_id' });
  registerBulk(orderBulk);
}
