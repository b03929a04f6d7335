import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Picked } from '../picking.print';

/** The open quantities of orders, product by product, each with the orders that it is for. */
export async function listToPick(
  db: Db,
  { orders, person }: { orders: readonly number[]; person: Person },
): Promise<Picked[]> {
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
  return found.rows;
}
