import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { Person, Write } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import { asLocked, type Entity, type Locked } from '~/kit/server/database/entity';
import { notFound } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import {
  linkTo,
  listNewest,
  readable,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type Order, orderFields, type OrderWithLines } from '../orders.fields';
import { invoicing } from './invoicing.service';
import { itemsOf, outQuantity, reservedQuantity, servicesOf } from './lines.queries';

/** SQL: the orders `t` with their customers `c`. */
export const ordersFrom = sql`orders t join customers c on c.id = t.customer_id`;

export const orders: Entity<typeof orderFields> = {
  name: 'orders',
  type: 'order',
  noun: 'Order',
  fields: orderFields,
  select: (where) => sql`select ${columnsOf(orderFields, 't')},
      c.company_name as customer_name, c.workspace_id,
      ${invoicing.get().isInvoiced} as is_invoiced, ${invoicing.get().invoiceState} as invoice_state
    from ${ordersFrom}
    where ${where}`,
  label: (order) => order.order_number,
};

/** The orders of the chosen workspace (that of their customer), newest first. */
export function listOrders(person: Person): ListSource {
  return listNewest(person, 'orders', orders);
}

/** An order with its lines as a person reads it; 404 also for one that this person may not read. */
export async function getOrder(db: Db, id: number, person: Person): Promise<OrderWithLines> {
  const isIt = sql`t.id = ${id} and ${readable(person, 'orders')}`;
  const lines = sql`(select * from order_lines where order_id = o.id)`;
  const whole = await findJson<OrderWithLines>(
    db,
    sql`select o.*, ${invoicing.get().invoicedDiscount} as invoiced_discount,
        ${itemsOf(lines)} as items, ${servicesOf(lines)} as services
      from (${orders.select(isIt)}) o`,
  );
  if (!whole) throw notFound(orders.noun);
  return whole;
}

/** An order with its lines, locked against changes and invoicing until the transaction ends; 404. */
export async function lockOrder(
  { trx, context: { person } }: Write,
  id: number,
): Promise<Locked<OrderWithLines>> {
  const [, order] = await Promise.all([
    sql`select id from orders where id = ${id} for update`.execute(trx),
    getOrder(trx, id, person),
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

/** Other orders that reserved or took some of these products: the newest five per product that the person may read. */
export async function listHolders(
  { trx, context: { person } }: Write,
  { productIds, except }: { productIds: readonly number[]; except: number },
): Promise<Holder[]> {
  const result = await sql<Holder>`
    select * from (
      select l.product_id, t.id, t.order_number, t.status, sum(case
        when t.status in ('shipped', 'delivered') then ${outQuantity()} else ${reservedQuantity()} end) as quantity,
        row_number() over (partition by l.product_id order by t.updated_at desc, t.id desc) as place
      from order_lines l join orders t on t.id = l.order_id join customers c on c.id = t.customer_id
      where l.product_id = any (${productIds}::integer[]) and t.id <> ${except}
        and t.status not in ('pending', 'cancelled') and ${readable(person, 'orders')}
      group by l.product_id, t.id
    ) held where place <= 5 and quantity > 0 order by product_id, place`.execute(trx);
  return result.rows;
}

export const orderLinks: Links = {
  customer_id: linkTo('customers', sql`customers t`, sql`t.company_name`),
};

export const orderLines = {
  table: 'order_lines',
  key: 'order_id',
  field: 'items',
  label: 'Items and Services',
  columns: ['description', 'quantity', 'unit_price', 'line_total', 'notes'],
};
