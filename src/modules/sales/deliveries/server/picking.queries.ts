import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { labelOf } from '~/kit/server/reports/report';
import type { Db } from '~/kit/server/database/db';
import { orderStatuses } from '~/modules/sales/orders/orders.fields';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { LeftOut, Picked } from '../picking.print';

interface ToPick {
  picked: readonly Picked[];
  leftOut: readonly LeftOut[];
}

/**
 * The open quantities of orders, product by product, each with the orders that it is for; and the orders without any.
 */
export async function listToPick(
  db: Db,
  { orders, person }: { orders: readonly number[]; person: Person },
): Promise<ToPick> {
  const found =
    await sql<Picked>`select p.sku_code, p.product_name, p.unit_of_measure as unit, p.stock_quantity as on_hand,
      sum(l.quantity - l.delivered_quantity - l.closed_quantity) as quantity,
      json_agg(json_build_object('order_number', t.order_number, 'customer_name', c.company_name,
        'quantity', l.quantity - l.delivered_quantity - l.closed_quantity) order by t.order_number, l.position) as parts
    from orders t join customers c on c.id = t.customer_id join order_lines l on l.order_id = t.id
      join products p on p.id = l.product_id
    where t.id = any (${orders}::integer[]) and t.status not in ('pending', 'cancelled')
      and l.quantity > l.delivered_quantity + l.closed_quantity and ${readable(person, 'orders')}
    group by p.id order by p.sku_code`.execute(db);
  const picked = new Set(found.rows.flatMap(({ parts }) => parts.map((part) => part.order_number)));
  const chosen = await sql<LeftOut>`select t.order_number,
      ${labelOf(sql`t.status`, orderStatuses)} as status from orders t
    where t.id = any (${orders}::integer[]) and ${readable(person, 'orders')} order by t.order_number`.execute(
    db,
  );
  const leftOut = chosen.rows.filter(({ order_number }) => !picked.has(order_number));
  return { picked: found.rows, leftOut };
}
