import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import {
  type AccountBook,
  type AsOf,
  dueDateThen,
  isAfterDay,
  type Where,
} from './accounts.queries';

/**
 * SQL: the documents that count or counted in customers' accounts, each with its debit, negative for a credit; `i`, `r`
 * and `a` in `where` have the customer. A cancelled one has the instant since when it does not count. A payment from an
 * advance or a receipt is none: the money came with that (docs/product/receivables.md#statement).
 */
function documents(where: Where): SqlPart {
  const ofInvoice = where(sql`i.customer_id`);
  const ofReceipt = where(sql`r.customer_id`);
  const ofAdvance = where(sql`a.customer_id`);
  return sql`(
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
    select i.customer_id, p.payment_date, case when p.kind in ('write_off', 'set_off', 'refund') then p.kind else 'payment' end,
      case p.kind when 'write_off' then 'Write-off #' || p.id when 'set_off' then 'Set-off #' || p.id
        when 'refund' then (select f.voucher_number from advance_refunds f where f.id = p.refund_id)
        else 'Payment #' || p.id end,
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
    from advance_refunds f join advances a on a.id = f.advance_id where ${ofAdvance}
    union all
    select r.customer_id, f.refund_date, 'refund', f.voucher_number, f.reference_number, f.amount, f.created_at, null
    from advance_refunds f join receipts r on r.id = f.receipt_id where ${ofReceipt})`;
}

/** SQL: the parts of accounts now, by the sums stored in their documents: `customer_id, amount`. */
function accountParts(where: Where): SqlPart {
  return sql`(
    -- The payments of a cancelled invoice are the customer's.
    select i.customer_id, case i.status when 'cancelled' then 0
      else i.total_amount + i.debited_amount - i.credited_amount end - i.paid_amount as amount
    from invoices i
    -- Most are settled: without them it is much faster.
    where (i.paid_amount <> i.total_amount + i.debited_amount - i.credited_amount or i.status = 'cancelled')
      and i.status <> 'draft' and ${where(sql`i.customer_id`)}
    union all
    -- Pending payments from an advance have paid nothing yet.
    -- Refunds of a cancelled advance, or of a cancelled receipt, are owed.
    select a.customer_id, case a.status when 'cancelled' then a.refunded_amount else -a.balance end - coalesce((select sum(p.amount) from payments p
      where p.advance_id = a.id and p.status in ('pending', 'processing')), 0)
    from advances a where ${where(sql`a.customer_id`)}
    union all
    select r.customer_id, r.refunded_amount + case r.status when 'cancelled' then 0 else r.allocated_amount - r.amount end
    from receipts r where not exists (select from advances a where a.receipt_id = r.id)
      and ${where(sql`r.customer_id`)})`;
}

/**
 * SQL: the balance of each invoice at the end of a day: that of now without the notes and payments since.
 * `customer_id, due_date, balance`.
 */
function invoiceBalances(asOf: AsOf, where: Where): SqlPart {
  const { day } = asOf;
  const isLater = (instant: SqlPart) => isAfterDay(instant, asOf);
  const wasCancelledLater = (row: string) => {
    const [reversed, updated] = [sql.ref(`${row}.reversed_at`), sql.ref(`${row}.updated_at`)];
    return sql`(${sql.ref(`${row}.status`)} = 'cancelled' and ${isLater(sql`coalesce(${reversed}, ${updated})`)})`;
  };
  const credited = sql`case n.kind when 'credit' then n.total_amount else -n.total_amount end`;
  return sql`(select i.customer_id, ${dueDateThen('i', asOf)} as due_date,
      i.total_amount + i.debited_amount - i.credited_amount - i.paid_amount + coalesce(s.amount, 0) as balance
    from invoices i left join (
      select invoice_id, sum(amount) as amount from (
        select p.invoice_id, p.amount from payments p where p.status = 'completed' and p.payment_date > ${day}::date
        union all
        select p.invoice_id, -p.amount from payments p
        where p.status <> 'completed' and p.payment_date <= ${day}::date and ${isLater(sql`p.reversed_at`)}
        union all
        select n.invoice_id, ${credited} from credit_notes n where n.status = 'issued' and n.note_date > ${day}::date
        union all
        select n.invoice_id, -(${credited}) from credit_notes n
        where n.note_date <= ${day}::date and ${wasCancelledLater('n')}
      ) since group by invoice_id
    ) s on s.invoice_id = i.id
    where i.invoice_date <= ${day}::date and (i.status not in ('draft', 'cancelled') or ${wasCancelledLater('i')})
      and ${where(sql`i.customer_id`)})`;
}

/** The accounts of customers: invoices with all that pays or changes them. */
export const customerBook: AccountBook = {
  table: 'customers',
  raisedBy: 'debit',
  id: 'customer_id',
  name: 'customer_name',
  documents,
  isFirst: sql`kind in ('invoice', 'debit_note', 'credit_note')`,
  parts: accountParts,
  balances: invoiceBalances,
};
