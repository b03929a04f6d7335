import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Day } from '~/kit/shared/time/days';

export interface SampleOrder {
  id: number;
  order_date: Day;
  total_amount: number;
}

export interface SampleSources {
  /** Orders that have left or are delivered, of which sample invoices are made; the oldest first. */
  shipped: SampleOrder[];
  /** Orders that are being worked at, the newest first. */
  open: SampleOrder[];
  /** Registered customers, the oldest first. */
  customers: number[];
}

export async function listSampleSources(trx: Transaction): Promise<SampleSources> {
  const order = sql`select id, order_date, total_amount from orders`;
  const found = await sql<SampleSources>`select
    (select coalesce(json_agg(row_to_json(o)), '[]') from (${order}
      where status in ('shipped', 'delivered') and total_amount >= 1000 order by order_date, id) o) as shipped,
    (select coalesce(json_agg(row_to_json(o)), '[]') from (${order}
      where status in ('confirmed', 'processing') and total_amount >= 1000 order by order_date desc, id desc) o) as open,
    array(select id from customers where gst_category = 'regular' and is_active order by id) as customers`.execute(
    trx,
  );
  return found.rows[0] ?? { shipped: [], open: [], customers: [] };
}
