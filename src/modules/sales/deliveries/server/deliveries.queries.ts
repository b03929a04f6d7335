import { wholeRecords } from '~/kit/server/database/whole-records';
import { sql } from 'kysely';
import { addressLink } from '~/modules/sales/customers/server/customers.service';
import type { Links } from '~/kit/server/audit/history';
import type { Person, Write } from '~/kit/server/database/context';
import { columnsOf, type Db } from '~/kit/server/database/db';
import { type FoundRecords, shownOf } from '~/kit/server/database/dependents';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { deliveryFilters } from '../deliveries.filters';
import type { ListSource } from '~/kit/server/lists/list-source';
import {
  linkTo,
  listed,
  listNewest,
  listNewestOf,
  readable,
  kindWindows,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { documentLines } from '~/modules/sales/documents/lines/server/line-writing.service';
import type { DeliveredPart } from '~/modules/sales/orders/server/delivering.service';
import {
  type Delivery,
  deliveryFields,
  type DeliveryItem,
  deliveryItemFields,
  type DeliveryWithItems,
} from '../deliveries.fields';
import { billing } from './billing.service';
import { labelOf } from '~/kit/server/reports/report';
import { orderStatuses } from '~/modules/sales/orders/orders.fields';
import type { DeliveredLot } from '../deliveries.rules';
import type { LeftOut, Picked } from '../picking.print';

export const deliveries: Entity<typeof deliveryFields> = {
  name: 'deliveries',
  type: 'delivery',
  noun: 'Delivery',
  fields: deliveryFields,
  select: (where) => sql`select ${columnsOf(deliveryFields, 't')},
      c.company_name as customer_name, c.phone as customer_phone, c.workspace_id, ${billing.get().isInvoiced} as is_invoiced,
      (select name from locations where id = t.location_id) as location_name
    from deliveries t
    join customers c on c.id = t.customer_id
    where ${where}`,
  label: ({ delivery_number }) => delivery_number,
  feedName: ({ delivery_number, order_number, customer_name }) =>
    `${delivery_number} for ${order_number}, ${customer_name}`,
  readableBy: (person) => readable(person, 'deliveries'),
};

/** The deliveries of the chosen workspace (that of their customer), newest first. */
export function listDeliveries(person: Person): ListSource {
  return listNewest(person, 'deliveries', deliveries);
}

/** The same by windows. */
export const deliveryWindows = windowsOf((person) => ({
  ...kindWindows(person, 'deliveries', deliveries),
  from: sql`deliveries t join customers c on c.id = t.customer_id`,
  filters: deliveryFilters,
  columns: { customer_name: sql`c.company_name` },
  ranked: ['status'],
}));

/** The deliveries of an order, newest first. */
export function listDeliveriesOf(person: Person, order: number): ListSource {
  return listNewestOf(person, 'deliveries', {
    ...deliveries,
    of: sql`t.order_id = ${sql.lit(order)}`,
  });
}

export const deliveryLines = documentLines({
  documents: 'deliveries',
  table: 'delivery_lines',
  key: 'delivery_id',
  columns: ['order_line_id', 'product_id', 'description', 'quantity', 'unit', 'lots'],
  shown: ['description', 'quantity', 'unit'],
});

/** A delivery with its lines; its order is to be locked before. */
export const {
  get: getDelivery,
  lock: lockDelivery,
  open: openDelivery,
} = wholeRecords<DeliveryWithItems>(
  deliveries,
  (person) => readable(person, 'deliveries'),
  (which) => sql`select d.*, ${deliveryLines.json(
    sql`d.id`,
    sql`${columnsOf(deliveryItemFields, 'l')}, p.sku_code, l.lots`,
    sql`join products p on p.id = l.product_id`,
  )} as items
      from (${deliveries.select(which)}) d`,
);

/** Locks the order of a delivery, where it has one. */
export async function lockOrderOf(trx: Transaction, id: number): Promise<void> {
  await sql`select from orders where id = (select order_id from deliveries where id = ${id}) for update`.execute(
    trx,
  );
}

/** A line to store. */
export type NewItem = Omit<DeliveryItem, 'id' | 'sku_code'>;

/** A delivery that left, as the status of its order follows or leaves it. */
export type LiveDelivery = Pick<
  Delivery,
  'id' | 'delivery_number' | 'status' | 'by_status_change' | 'delivered_by_order' | 'is_invoiced'
> & { parts: DeliveredPart[]; is_read: boolean };

/** The dispatched and delivered deliveries of a locked order, locked too; `is_read` is whether the person may read it. */
export async function lockLive(
  { trx, context: { person } }: Write,
  order: number,
): Promise<LiveDelivery[]> {
  await sql`select id from deliveries where order_id = ${order} order by id for update`.execute(
    trx,
  );
  const result =
    await sql<LiveDelivery>`select t.id, t.delivery_number, t.status, t.by_status_change,
      t.delivered_by_order, ${billing.get().isInvoiced} as is_invoiced, ${readable(person, 'deliveries')} as is_read,
      (select coalesce(json_agg(json_build_object('order_line_id', l.order_line_id, 'quantity', l.quantity)
        order by l.position), '[]') from delivery_lines l where l.delivery_id = t.id and l.order_line_id is not null) as parts
    from deliveries t join customers c on c.id = t.customer_id
    where t.order_id = ${order} and t.status in ('dispatched', 'delivered') order by t.id`.execute(
      trx,
    );
  return result.rows;
}

export async function listDrafts(trx: Transaction, order: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from deliveries
    where order_id = ${order} and status = 'draft' order by id for update`.execute(trx);
  return found.rows.map(({ id }) => id);
}

/** The deliveries of an order that are not cancelled, as far as the person may read them. */
export async function findOfOrder(
  { trx, context: { person } }: Write,
  order: number,
): Promise<FoundRecords> {
  return shownOf(
    trx,
    sql`select 'delivery' as type, t.id, t.delivery_number as label, ${readable(person, 'deliveries')} as is_read
      from deliveries t join customers c on c.id = t.customer_id
      where t.order_id = ${order} and t.status <> 'cancelled'`,
  );
}

/** Writes the lots of lines of a delivery. */
export async function writeLots(
  trx: Transaction,
  lines: readonly Pick<DeliveryItem, 'id' | 'lots'>[],
): Promise<void> {
  await sql`update delivery_lines l set lots = w.lots
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w (id integer, lots jsonb) where l.id = w.id`.execute(
    trx,
  );
}

/** Whether an order has no dispatched delivery that did not arrive. */
export async function haveArrived(trx: Transaction, order: number): Promise<boolean> {
  const found = await sql`select from deliveries
    where order_id = ${order} and status = 'dispatched' limit 1`.execute(trx);
  return found.rows.length === 0;
}

/** Whether an address is one of the customer. */
export async function isAddressOf(
  trx: Transaction,
  address: number,
  customer: number,
): Promise<boolean> {
  const found = await sql`select from customer_addresses
    where id = ${address} and customer_id = ${customer} for key share`.execute(trx);
  return found.rows.length > 0;
}

/** What waits to be dispatched: open lines of confirmed and processing orders whose product is in stock. */
export async function countToDispatch(
  db: Db,
  person: Person,
): Promise<{ lines: number; orders: number }> {
  const found = await sql<{ lines: number; orders: number }>`
    select count(*) as lines, count(distinct t.id) as orders
    from orders t join customers c on c.id = t.customer_id join order_lines l on l.order_id = t.id
      join products p on p.id = l.product_id
    where t.status in ('confirmed', 'processing') and l.quantity > l.delivered_quantity + l.closed_quantity
      and p.stock_quantity > 0 and ${listed(person, 'orders').where}`.execute(db);
  return found.rows[0] ?? { lines: 0, orders: 0 };
}

export const deliveryLinks: Links = {
  order_id: linkTo(
    'orders',
    sql`orders t join customers c on c.id = t.customer_id`,
    sql`t.order_number`,
  ),
  customer_id: linkTo('customers', sql`customers t`, sql`t.company_name`),
  shipping_address_id: addressLink,
  location_id: { from: sql`locations t`, name: sql`t.name` },
};

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

export interface SampleOrder {
  id: number;
  /** When it was made, as the latest day for its deliveries. */
  created_at: string;
  items: { order_line_id: number; quantity: number }[];
}

/** Sample orders to deliver in parts: confirmed and processing ones whose goods are all in stock, newest first. */
export async function listSampleOrders(trx: Transaction): Promise<SampleOrder[]> {
  const found = await sql<SampleOrder>`select o.id, o.created_at, (
      select json_agg(json_build_object('order_line_id', l.id, 'quantity', l.quantity) order by l.position)
      from order_lines l where l.order_id = o.id and l.product_id is not null) as items
    from orders o where o.status in ('confirmed', 'processing')
      and exists (select from order_lines l where l.order_id = o.id and l.product_id is not null and l.quantity >= 2)
      and not exists (select from order_lines l join products p on p.id = l.product_id
        where l.order_id = o.id and p.stock_quantity < 2 * l.quantity)
    order by o.id desc`.execute(trx);
  return found.rows;
}

/** The deliveries that lots left with and that are not cancelled; quantities above 0, `is_read` for anyone who may read them. */
export async function listLotDeliveries(
  db: Db,
  { lots, person }: { lots: readonly number[]; person: Person },
): Promise<(DeliveredLot & { is_read: boolean })[]> {
  const found = await sql<
    DeliveredLot & { is_read: boolean }
  >`select m.lot_id, t.id, t.order_id, t.delivery_number,
      t.delivery_date::text as delivery_date, t.customer_id, c.company_name as customer_name, m.quantity,
      ${readable(person, 'deliveries')} as is_read
    from (select lot_id, delivery_id, trim_scale(-sum(quantity)) as quantity from stock_movements
        where lot_id = any (${lots}::integer[]) and delivery_id is not null
        group by lot_id, delivery_id having sum(quantity) < 0) m
      join deliveries t on t.id = m.delivery_id join customers c on c.id = t.customer_id
    where t.status <> 'cancelled' order by t.id`.execute(db);
  return found.rows;
}
