import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { orderCount } from '~/modules/customers/server/order-counts.service';

export function provideOrders(): void {
  orderCount.provide({
    count: sql`(select count(*) from orders o where o.customer_id = t.id)`,
    tables: ['orders'],
  });
  const orders = { table: 'orders', type: 'order', label: 'order_number' };
  registerDependents({
    ...orders,
    of: 'customers',
    where: (id) => sql`customer_id = ${id}`,
  });
  registerDependents({
    ...orders,
    of: 'products',
    where: (id) => sql`id in (select order_id from order_lines where product_id = ${id})`,
  });
  registerDependents({
    ...orders,
    of: 'services',
    where: (id) => sql`id in (select order_id from order_lines where service_id = ${id})`,
  });
}
