import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';

/**
 * SQL: all that counts or counted in customers' accounts, with what it adds to what they owe; `i`, `r` and `a` in
 * `where` have the customer. A cancelled one has the instant at which it stopped to count. What pays from an advance or a
 * receipt is no movement: that came with it (docs/product/receivables.md#statement).
 */
function documents(where: (customer: SqlPart) => SqlPart): SqlPart {
  const ofInvoice = where(sql`i.customer_id`);
  const ofReceipt = where(sql`r.customer_id`);
  const ofAdvance = where(sql`a.customer_id`);
  return sql`
    select i.customer_id, i.invoice_date as date, 'invoice' as kind, i.invoice_number as number, i.reference,
      i.total_amount as amount, coalesce(i.counted_at, i.created_at) as entered_at,
      case when i.status = 'cancelled' then coalesce(i.reversed_at, i.updated_at) end as reversed_at
    from invoices i where i.status <> 'draft' and ${ofInvoice}
    union all
    select i.customer_id, n.note_date, n.kind || '_note', n.note_number, i.invoice_number,
      case n.kind when 'debit' then n.total_amount else -n.total_amount end, coalesce(n.counted_at, n.created_at),
      case when n.status = 'cancelled' then coalesce(n.reversed_at, n.updated_at) end
    from credit_notes n join invoices i on i.id = n.invoice_id
    where n.status <> 'draft' and ${ofInvoice}
    union all
    select i.customer_id, p.payment_date, 'payment', 'Payment #' || p.id,
      concat_ws(', ', p.reference_number, i.invoice_number), -p.amount, coalesce(p.counted_at, p.created_at),
      case when p.status <> 'completed' then p.reversed_at end
    from payments p join invoices i on i.id = p.invoice_id
    where p.receipt_id is null and p.advance_id is null
      and (p.status = 'completed' or p.reversed_at is not null) and ${ofInvoice}
    union all
    select r.customer_id, r.receipt_date, 'receipt', r.receipt_number, r.reference_number, -r.amount,
      r.created_at, case when r.status = 'cancelled' then coalesce(r.reversed_at, r.updated_at) end
    from receipts r where ${ofReceipt}
    union all
    select r.customer_id, p.payment_date, p.kind, r.receipt_number, null, -sum(p.amount), min(p.created_at),
      case when r.status = 'cancelled' then coalesce(r.reversed_at, r.updated_at) end
    from payments p join receipts r on r.id = p.receipt_id
    where p.kind <> 'cash' and ${ofReceipt} group by r.id, p.payment_date, p.kind
    union all
    select a.customer_id, a.advance_date, 'advance', a.voucher_number, a.reference_number, -a.amount, a.created_at,
      case when a.status = 'cancelled' then coalesce(a.reversed_at, a.updated_at) end
    from advances a where a.receipt_id is null and ${ofAdvance}
    union all
    select a.customer_id, f.refund_date, 'refund', f.voucher_number, f.reference_number, f.amount, f.created_at, null
    from advance_refunds f join advances a on a.id = f.advance_id where ${ofAdvance}`;
}

/** SQL: the movements of accounts: each document on its day, and what was cancelled once more on the day that it was. */
export function movements(zone: string, where: (customer: SqlPart) => SqlPart): SqlPart {
  return sql`(with documents as (${documents(where)})
    select customer_id, date, kind, false as is_cancellation, number, reference, amount, entered_at
    from documents where amount <> 0
    union all
    select customer_id, greatest(date, (reversed_at at time zone ${zone})::date), kind, true, number, reference,
      -amount, reversed_at
    from documents where amount <> 0 and reversed_at is not null)`;
}

/**
 * SQL: what each invoice that counted on a day had as its balance then, by its notes and payments up to that day:
 * `customer_id, due_date, balance`.
 */
export function invoiceBalances(
  zone: string,
  day: string,
  where: (customer: SqlPart) => SqlPart,
): SqlPart {
  const isLater = (reversed: SqlPart) =>
    sql`(${reversed} at time zone ${zone})::date > ${day}::date`;
  const counts = (table: string, silent: string) =>
    sql`(${sql.ref(`${table}.status`)} <> ${silent} or ${isLater(
      sql`coalesce(${sql.ref(`${table}.reversed_at`)}, ${sql.ref(`${table}.updated_at`)})`,
    )})`;
  return sql`(select i.customer_id, i.due_date, i.total_amount + coalesce(n.amount, 0) - coalesce(p.amount, 0) as balance
    from invoices i left join (
      select n.invoice_id, sum(case n.kind when 'debit' then n.total_amount else -n.total_amount end) as amount
      from credit_notes n join invoices i on i.id = n.invoice_id
      where n.status <> 'draft' and n.note_date <= ${day}::date and ${counts('n', 'cancelled')}
        and ${where(sql`i.customer_id`)} group by n.invoice_id
    ) n on n.invoice_id = i.id left join (
      select p.invoice_id, sum(p.amount) as amount
      from payments p join invoices i on i.id = p.invoice_id
      where p.payment_date <= ${day}::date
        and (p.status = 'completed' or (p.reversed_at is not null and ${isLater(sql`p.reversed_at`)}))
        and ${where(sql`i.customer_id`)} group by p.invoice_id
    ) p on p.invoice_id = i.id
    where i.status <> 'draft' and i.invoice_date <= ${day}::date and ${counts('i', 'cancelled')}
      and ${where(sql`i.customer_id`)})`;
}
