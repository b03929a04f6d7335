import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Detail } from '~/kit/server/errors';
import type { Holdings } from '../holdings.rules';

/** What orders and invoices point at: products and services by their lines, customers by themselves. */
export interface Held {
  column: 'product_id' | 'service_id' | 'customer_id';
  id: number;
}

export async function countHoldings(trx: Db, held: Held): Promise<Holdings> {
  const { orders, invoices } = pointing(held);
  const result = await sql<Holdings>`select
    (select count(*) from orders where ${orders}) as orders,
    (select count(*) from invoices where ${invoices}) as invoices`.execute(trx);
  return result.rows[0] ?? { orders: 0, invoices: 0 };
}

type RecordLink = NonNullable<Detail['record']>;

/** The newest ten orders and invoices that stand on a record, to be named in a refusal. */
export async function listHoldings(trx: Db, held: Held): Promise<RecordLink[]> {
  const { orders, invoices } = pointing(held);
  const result = await sql<RecordLink>`
    select type, id, label from (
      select 'order' as type, id, order_number as label, created_at from orders where ${orders}
      union all
      select 'invoice', id, invoice_number, created_at from invoices where ${invoices}
    ) holdings order by created_at desc, id desc limit 10`.execute(trx);
  return result.rows;
}

function pointing({ column, id }: Held): { orders: SqlPart; invoices: SqlPart } {
  const points = sql`${sql.ref(column)} = ${id}`;
  if (column === 'customer_id') return { orders: points, invoices: points };
  return {
    orders: sql`id in (select order_id from order_lines where ${points})`,
    invoices: sql`id in (select invoice_id from invoice_lines where ${points})`,
  };
}
