import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';

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
    from orders o where o.status in ('confirmed', 'processing') and o.item_count > 0
      and not exists (select from order_lines l join products p on p.id = l.product_id
        where l.order_id = o.id and p.stock_quantity < 2 * l.quantity)
    order by o.id desc`.execute(trx);
  return found.rows;
}
