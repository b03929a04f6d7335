import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Day } from '~/kit/shared/time/days';
import type {
  BilledCharge,
  BilledLine,
} from '~/modules/buying/goods-receipts/server/purchase-billing.service';

/** SQL: a booked bill `b`. */
const isBooked = sql`b.status not in ('draft', 'cancelled')`;

/** SQL: what is not credited by the tax office of the tax of a line or charge `l` of bill `b` on this taxable value. */
const blockedTax = (taxable: ReturnType<typeof sql>) => sql`case when l.itc = 'eligible' then 0
    when b.tax_mode = 'single' then round(${taxable} * b.tax_rate / 100, 2)
    else l.cgst_amount + l.sgst_amount + l.igst_amount end`;

/**
 * The booked bill lines of ordered lines, by bill date, then id: what their goods cost, less the credits on their price
 * (docs/product/bills.md#value).
 */
export async function listBilled(
  trx: Transaction,
  purchaseLines: readonly number[],
): Promise<BilledLine[]> {
  const net = sql`(l.line_total - l.discount_share - coalesce(c.amount, 0))`;
  const found =
    await sql<BilledLine>`select l.purchase_line_id, b.id as bill_id, b.bill_date, l.quantity,
      ${net} + ${blockedTax(net)} - case when l.itc = 'blocked' then coalesce(c.tax, 0) else 0 end as value
    from bill_lines l join bills b on b.id = l.bill_id
      left join lateral (
        select sum(p.line_total) as amount, sum(p.cgst_amount + p.sgst_amount + p.igst_amount) as tax
        from bill_lines p join bills k on k.id = p.bill_id
        where p.of_line_id = l.id and p.credit_reason = 'price' and k.status <> 'cancelled'
      ) c on true
    where l.purchase_line_id = any (${purchaseLines}::integer[]) and b.kind = 'bill' and ${isBooked}
    order by b.bill_date, b.id, l.position, l.id`.execute(trx);
  return found.rows;
}

/** The charges of booked bills on these receipts. */
export async function listCharges(
  trx: Transaction,
  receipts: readonly number[],
): Promise<BilledCharge[]> {
  const found =
    await sql<BilledCharge>`select b.id as bill_id, l.amount + ${blockedTax(sql`l.amount`)} as amount,
      l.goods_receipt_ids
    from bill_charges l join bills b on b.id = l.bill_id
    where l.goods_receipt_ids && ${receipts}::integer[] and b.kind = 'bill' and ${isBooked}
    order by b.bill_date, b.id, l.position, l.id`.execute(trx);
  return found.rows;
}

type Lines = ReturnType<typeof sql>;

/**
 * SQL: the accepted goods of ordered lines: `receipt, receipt_date, purchase_line_id, quantity`, and `until` how much of the
 * line they reach by their moments.
 */
const goodsOf = (lines: Lines) => sql`select r.id as receipt, r.receipt_date, l.purchase_line_id,
    l.quantity - l.rejected_quantity as quantity, sum(l.quantity - l.rejected_quantity) over (
      partition by l.purchase_line_id order by r.counts_at, r.id, l.position, l.id) as until
  from goods_receipt_lines l join goods_receipts r on r.id = l.goods_receipt_id
  where l.purchase_line_id in (${lines}) and l.quantity > l.rejected_quantity and r.kind = 'receipt'
    and r.status = 'received'`;

/** SQL: the same of what booked bills charge for, by their dates: `id, purchase_line_id, quantity, until`. */
const chargedOf = (lines: Lines) => sql`select b.id, l.purchase_line_id, l.quantity,
    sum(l.quantity) over (partition by l.purchase_line_id order by b.bill_date, b.id, l.position, l.id) as until
  from bill_lines l join bills b on b.id = l.bill_id
  where l.purchase_line_id in (${lines}) and b.kind = 'bill' and ${isBooked}`;

/** SQL: whether goods `g` and what a bill charges for `w` meet, first to first. */
const meets = sql`g.purchase_line_id = w.purchase_line_id and g.until - g.quantity < w.until
  and w.until - w.quantity < g.until`;

/** The booked bills of micro and small vendors for these ordered lines, and when the last of their goods was accepted. */
export async function listAccepted(
  trx: Transaction,
  purchaseLines: readonly number[],
): Promise<{ id: number; accepted: Day | null }[]> {
  const found = await sql<{ id: number; accepted: Day | null }>`with limited as (
      select distinct b.id from bill_lines l join bills b on b.id = l.bill_id
      where l.purchase_line_id = any (${purchaseLines}::integer[]) and b.kind = 'bill' and ${isBooked}
        and b.msme_limit is not null
    ), named as (
      select purchase_line_id as id from bill_lines
      where bill_id in (select id from limited) and purchase_line_id is not null
    ), goods as (${goodsOf(sql`select id from named`)}), charged as (${chargedOf(sql`select id from named`)})
    select w.id, max(g.receipt_date) as accepted from charged w left join goods g on ${meets}
    where w.id in (select id from limited) group by w.id order by w.id`.execute(trx);
  return found.rows;
}

/** When the last of the goods that a bill of this day charges for was accepted; null of none. */
export async function findAccepted(
  trx: Transaction,
  lines: readonly { purchase_line_id: number | null; quantity: number }[],
  { bill_date, except }: { bill_date: Day; except: number | null },
): Promise<Day | null> {
  const sent = lines.filter((line) => line.purchase_line_id !== null);
  if (sent.length === 0) return null;
  const found = await sql<{ day: Day | null }>`with sent as (
      select purchase_line_id, sum(quantity) as quantity
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as s (purchase_line_id integer, quantity numeric) group by 1
    ), w as (
      select s.*, s.quantity + coalesce((select sum(l.quantity) from bill_lines l join bills b on b.id = l.bill_id
        where l.purchase_line_id = s.purchase_line_id and b.kind = 'bill' and ${isBooked} and b.bill_date <= ${bill_date}::date
          and b.id is distinct from ${except}::integer), 0) as until from sent s
    ), goods as (${goodsOf(sql`select purchase_line_id from sent`)})
    select max(g.receipt_date) as day from w join goods g on ${meets}`.execute(trx);
  return found.rows[0]?.day ?? null;
}

/** The booked bills that met goods of these receipts, first to first, or charge for them. */
export async function listBills(
  trx: Transaction,
  receipts: readonly number[],
): Promise<{ type: 'bill'; id: number; label: string }[]> {
  const ids = sql`${receipts}::integer[]`;
  const found = await sql<{ type: 'bill'; id: number; label: string }>`with named as (
      select distinct purchase_line_id as id from goods_receipt_lines where goods_receipt_id = any (${ids})
    ), goods as (${goodsOf(sql`select id from named`)}), charged as (${chargedOf(sql`select id from named`)})
    select 'bill' as type, b.id, b.voucher_number as label from bills b
    where b.id in (
        select w.id from charged w join goods g on ${meets} where g.receipt = any (${ids}))
      or (b.kind = 'bill' and ${isBooked}
        and b.id in (select bill_id from bill_charges where goods_receipt_ids && ${ids}))
    order by b.id`.execute(trx);
  return found.rows;
}
