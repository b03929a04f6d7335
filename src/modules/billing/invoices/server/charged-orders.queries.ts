import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { ChargedOrder } from '../order-rests.rules';
import { crediting } from './crediting.service';

/** Issued invoices; with drafts, also those, except one. */
type Counted = 'issued' | { exceptInvoice: number | null };

/**
 * Orders `t` with what their invoices charge for of them, less what was credited (docs/product/orders.md#to-be-invoiced); of
 * issued invoices, those with something open.
 */
export async function listChargedOrders(
  db: Db,
  where: SqlPart,
  counted: Counted,
): Promise<(ChargedOrder & { id: number })[]> {
  const isCounted =
    counted === 'issued'
      ? sql`i.status not in ('draft', 'cancelled')`
      : sql`(i.status <> 'cancelled' and i.id is distinct from ${counted.exceptInvoice}::integer)`;
  const charged = sql`coalesce((
    select sum(il.quantity - ${crediting.get().creditedQuantity})
    from invoice_lines il join invoices i on i.id = il.invoice_id and ${isCounted}
    where il.order_line_id = l.id), 0)`;
  // Of most orders nothing is open: without them it is much faster.
  const isOpen =
    counted === 'issued'
      ? sql`exists (select from order_lines l
          where l.order_id = t.id and l.quantity - l.closed_quantity > ${charged})`
      : sql`true`;
  const result = await sql<ChargedOrder & { id: number }>`
    select t.id, t.tax_mode, t.tax_mode = 'gst' and exists (select from settings
        where name = 'round_to_rupee' and value = 'true') as rounds_to_rupee, t.tax_rate, t.total_amount, t.cgst_amount, t.igst_amount, t.discount_percent, t.discount_amount,
      (select coalesce(json_agg(json_build_object('id', l.id, 'ordered', l.quantity, 'closed', l.closed_quantity,
          'charged', ${charged}, 'unit_price', l.unit_price, 'discount_percent', l.discount_percent,
          'discount_amount', l.discount_amount, 'tax_rate', l.tax_rate) order by l.position, l.id), '[]')
        from order_lines l where l.order_id = t.id) as lines,
      parts.*
    from orders t cross join lateral (
      select coalesce(sum(p.amount - c.amount), 0) as invoiced_amount, coalesce(sum(p.discount), 0) as invoiced_discount,
        coalesce(sum(p.line_count), 0) as line_count, coalesce(bool_and(p.is_as_ordered and c.is_as_ordered), true)
          and (t.tax_mode = 'gst' or t.tax_amount = round(t.subtotal * t.tax_rate / 100, 2)) as is_as_ordered
      from invoices i cross join lateral (${invoicePart()}) p cross join lateral (${crediting.get().creditedOfOrder}) c
      where i.order_id = t.id and ${isCounted}
    ) parts
    where ${where} and ${isOpen}`.execute(db);
  return result.rows;
}

/** One of them, with drafts; null where there is none. */
export async function findChargedOrder(
  db: Db,
  id: number,
  others: { exceptInvoice: number | null },
): Promise<ChargedOrder | null> {
  const [found] = await listChargedOrders(db, sql`t.id = ${id}`, others);
  return found ?? null;
}

/** SQL: what invoice `i` charges for of order `t`, credited or not; its discount and its lines are less what was credited. */
function invoicePart(): SqlPart {
  const lines = sql`(
    select l.id is not null as is_own, il.quantity, il.discount_share, ${crediting.get().creditedQuantity} as credited,
      il.line_total - il.discount_share as value, il.cgst_amount + il.sgst_amount + il.igst_amount as taxes,
      case when l.id is null then il.discount_share = 0
        else il.unit_price = l.unit_price and il.discount_percent is not distinct from l.discount_percent
          and (l.discount_percent is not null or il.discount_amount = least(
            round(l.discount_amount * il.quantity / l.quantity, 2), round(il.quantity * il.unit_price, 2)))
          and (t.tax_mode = 'single' or il.tax_rate is not distinct from l.tax_rate)
      end as is_as_ordered
    from invoice_lines il left join order_lines l on l.id = il.order_line_id and l.order_id = t.id
    where il.invoice_id = i.id)`;
  return sql`select ${ownAmount('i')} as amount,
      coalesce(sum(x.discount_share - round(x.discount_share * x.credited / x.quantity, 2)), 0) as discount,
      count(*) filter (where x.is_own and x.quantity > x.credited) as line_count,
      coalesce(bool_and(x.is_as_ordered), true) and i.tax_mode = t.tax_mode
        and (i.tax_mode = 'gst' or i.tax_amount = round(i.subtotal * t.tax_rate / 100, 2)) as is_as_ordered
    from ${lines} x`;
}

/** SQL: the total of a document without its lines `x` that the order has not. */
export function ownAmount(document: 'i' | 'n'): SqlPart {
  const value = sql`coalesce(sum(x.value) filter (where x.is_own), 0)`;
  const taxes = sql`coalesce(sum(x.taxes) filter (where x.is_own), 0)`;
  return sql`case when bool_and(x.is_own) then ${sql.ref(`${document}.total_amount`)}
    else ${value} + ${sql.ref(`${document}.round_off`)} + case i.tax_mode when 'gst' then ${taxes}
      else round(${value} * i.tax_rate / 100, 2) end end`;
}
