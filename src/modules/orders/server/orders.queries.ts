import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import { asLocked, type Entity, type Locked } from '~/kit/server/database/entity';
import { notFound } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-stream';
import { inWorkspace } from '~/modules/workspaces/server/workspace-scope.service';
import { type Order, orderFields, type OrderWithLines } from '../orders.fields';
import { invoicing } from './invoicing.service';
import { itemsOf, servicesOf } from './lines.queries';
import type { Transaction } from '~/kit/server/database/transaction';

export const orders: Entity<typeof orderFields> = {
  name: 'orders',
  type: 'order',
  noun: 'Order',
  fields: orderFields,
  select: (where) => sql`select ${columnsOf(orderFields, 't')},
      c.company_name as customer_name, c.workspace_id,
      ${invoicing.get().isInvoiced} as is_invoiced
    from orders t
    join customers c on c.id = t.customer_id
    where ${where}`,
  label: (order) => order.order_number,
};

/** The orders of the chosen workspace (that of their customer), newest first. */
export function listOrders(person: Person): ListSource {
  return {
    select: sql`${orders.select(inWorkspace(person, sql.ref('c.workspace_id')))}
      order by t.created_at desc, t.id desc`,
    tables: ['orders', 'customers', ...invoicing.get().tables],
  };
}

export async function getOrder(db: Db, id: number): Promise<OrderWithLines> {
  const lines = sql`(select * from order_lines where order_id = o.id)`;
  const whole = await findJson<OrderWithLines>(
    db,
    sql`select o.*, ${itemsOf(lines)} as items, ${servicesOf(lines)} as services
      from (${orders.select(sql`t.id = ${id}`)}) o`,
  );
  if (!whole) throw notFound(orders.noun);
  return whole;
}

/** An order with its lines, locked against changes and invoicing until the transaction ends; 404. */
export async function lockOrder(trx: Transaction, id: number): Promise<Locked<OrderWithLines>> {
  const [, order] = await Promise.all([
    sql`select id from orders where id = ${id} for update`.execute(trx),
    getOrder(trx, id),
  ]);
  return asLocked(order);
}

export interface Holder {
  product_id: number;
  id: number;
  order_number: string;
  status: Order['status'];
  quantity: number;
}

/** Other orders that reserved or took some of these products: the newest five per product. */
export async function listHolders(
  trx: Transaction,
  { productIds, except }: { productIds: readonly number[]; except: number },
): Promise<Holder[]> {
  const result = await sql<Holder>`
    select * from (
      select l.product_id, o.id, o.order_number, o.status, sum(l.quantity) as quantity,
        row_number() over (partition by l.product_id order by o.updated_at desc, o.id desc) as place
      from order_lines l join orders o on o.id = l.order_id
      where l.product_id = any (${productIds}::integer[]) and o.id <> ${except}
        and o.status not in ('pending', 'cancelled')
      group by l.product_id, o.id
    ) held where place <= 5 order by product_id, place`.execute(trx);
  return result.rows;
}
