import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { NotableLine, NoteLine } from '../credit-notes.fields';
import { type CreditedLine, notableLine } from '../notable-lines.rules';
import { returning } from '~/modules/sales/orders/server/invoicing.service';
import type { OrderGoods, ReturnedGoods } from '../returned-goods.rules';

export type NewNoteLine = Omit<NoteLine, 'id'>;

/**
 * The lines of an invoice with what credit notes have left of each, drafts counted and cancelled ones not; `except` is
 * the note that is changed itself.
 */
export async function listNotable(
  db: Db,
  { invoiceId, except }: { invoiceId: number; except: number | null },
): Promise<NotableLine[]> {
  const counts = sql`n.kind = 'credit' and n.status <> 'cancelled' and n.id is distinct from ${except}::integer`;
  const result = await sql<CreditedLine>`
    select l.id, l.order_line_id, l.product_id, l.description, l.quantity, l.unit_price, l.line_total - l.discount_share as line_total,
      l.cgst_amount, l.igst_amount, l.hsn_code, l.unit, l.tax_treatment, l.tax_rate,
      coalesce((
        select json_agg(json_build_object('quantity', nl.quantity, 'unit_price', nl.unit_price,
          'line_total', nl.line_total, 'cgst_amount', nl.cgst_amount, 'igst_amount', nl.igst_amount,
          'goods_return', n.goods_return))
        from credit_note_lines nl join credit_notes n on n.id = nl.credit_note_id
        where nl.invoice_line_id = l.id and ${counts}), '[]') as credits,
      (select o.quantity - coalesce((
          select sum(nl.quantity) from invoice_lines il
            join credit_note_lines nl on nl.invoice_line_id = il.id
            join credit_notes n on n.id = nl.credit_note_id
          where il.order_line_id = o.id and n.goods_return and ${counts}), 0)
        from order_lines o where o.id = l.order_line_id) as order_returnable
    from invoice_lines l where l.invoice_id = ${invoiceId} order by l.position, l.id`.execute(db);
  return result.rows.map(notableLine);
}

/** The goods of a note; `order_line_id` is null where the order does not count them (migration 0113). */
export async function listReturned(trx: Transaction, noteId: number): Promise<ReturnedGoods[]> {
  const result = await sql<ReturnedGoods>`
    select l.product_id, nl.quantity,
      case when n.follows_order then l.order_line_id end as order_line_id
    from credit_note_lines nl join invoice_lines l on l.id = nl.invoice_line_id
      join credit_notes n on n.id = nl.credit_note_id
    where nl.credit_note_id = ${noteId} and l.product_id is not null order by l.id`.execute(trx);
  return result.rows;
}

/** The notes that brought goods of an order back. */
export async function listNotesOf(trx: Transaction, order: number): Promise<number[]> {
  const found = await sql<{
    id: number;
  }>`select n.id from credit_notes n join invoices i on i.id = n.invoice_id
    where i.order_id = ${order} and n.goods_return order by n.id`.execute(trx);
  return found.rows.map(({ id }) => id);
}

/** Lines of an order whose goods come back, as they are now. */
export async function listOrderGoods(
  trx: Transaction,
  ids: readonly number[],
): Promise<OrderGoods[]> {
  const result = await sql<OrderGoods>`
    select l.id, l.description, l.product_id, l.quantity, l.delivered_quantity, l.closed_quantity,
      ${returning.get().returnedQuantity} as returned_quantity
    from order_lines l where l.id = any (${ids}::integer[]) order by l.id`.execute(trx);
  return result.rows;
}
