import { wholeRecords } from '~/kit/server/database/whole-records';
import { sql } from 'kysely';
import { addressLink } from '~/modules/sales/customers/server/customers.service';
import type { Links } from '~/kit/server/audit/history';
import type { Person, Write } from '~/kit/server/database/context';
import { columnsOf } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import {
  linkTo,
  listNewest,
  readable,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type Order, orderFields, type OrderWithLines } from '../orders.fields';
import { invoicing } from './invoicing.service';
import { itemsAndServices } from '~/modules/sales/documents/lines/server/line-writing.service';
import { followed, orderLines, outQuantity, reservedQuantity } from './order-lines.queries';
import type { Transaction } from '~/kit/server/database/transaction';

/** SQL: the orders `t` with their customers `c`. */
export const ordersFrom = sql`orders t join customers c on c.id = t.customer_id`;

export const orders: Entity<typeof orderFields> = {
  name: 'orders',
  type: 'order',
  noun: 'Order',
  fields: orderFields,
  select: (where) => sql`select ${columnsOf(orderFields, 't')},
      c.company_name as customer_name, c.phone as customer_phone, c.workspace_id,
      ${invoicing.get().isInvoiced} as is_invoiced, ${invoicing.get().invoiceState} as invoice_state
    from ${ordersFrom}
    where ${where}`,
  label: (order) => order.order_number,
};

/** The orders of the chosen workspace (that of their customer), newest first. */
export function listOrders(person: Person): ListSource {
  return listNewest(person, 'orders', orders);
}

/** An order with its lines; the lock keeps off changes and invoicing. */
export const {
  get: getOrder,
  lock: lockOrder,
  open: openOrder,
} = wholeRecords<OrderWithLines>(
  orders,
  (person) => readable(person, 'orders'),
  (which) => sql`select o.*, ${invoicing.get().invoicedDiscount} as invoiced_discount,
      ${itemsAndServices(orderLines, sql`o.id`, followed())}
    from (${orders.select(which)}) o`,
);

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
  billing_address_id: addressLink,
  shipping_address_id: addressLink,
};

/** The records that sample orders use: active ones, in order of creation. */
export interface SampleSources {
  customers: { id: number; created_at: string }[];
  products: { id: number; unit_price: number; stock_quantity: number; is_parted: boolean }[];
  services: { id: number; price: number }[];
}

export async function listSampleSources(trx: Transaction): Promise<SampleSources> {
  const result = await sql<SampleSources>`select
    (select coalesce(json_agg(json_build_object('id', id, 'created_at', created_at) order by created_at, id), '[]')
      from customers where is_active) as customers,
    (select coalesce(json_agg(json_build_object('id', p.id, 'unit_price', unit_price,
        'stock_quantity', stock_quantity, 'is_parted', decimals > 0) order by p.id), '[]')
      from products p join units u on u.code = unit_of_measure
      where is_active and hsn_code is not null) as products,
    (select coalesce(json_agg(json_build_object('id', id, 'price', price) order by id), '[]')
      from services where is_active and price > 0) as services`.execute(trx);
  return result.rows[0] ?? { customers: [], products: [], services: [] };
}
