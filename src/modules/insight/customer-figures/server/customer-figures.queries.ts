import { sql } from 'kysely';
import { type Db, findJson } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import {
  readable,
  type Reader,
} from '~/modules/organization/workspaces/server/workspace-scope.service';

interface Open {
  count: number;
  value: number;
}

interface FiguresQuery {
  person: Reader;
  customer: number;
}

const open = {
  /** Those that wait for the customer or for their order. */
  quotations: sql`quotations t left join customers c on c.id = t.customer_id
      where t.status in ('sent', 'accepted')`,
  /** Those that are not finished. */
  orders: sql`orders t join customers c on c.id = t.customer_id
      where t.status in ('pending', 'confirmed', 'processing')`,
};

/** The open records of a kind that a customer has. */
export async function readOpen(
  db: Db,
  kind: keyof typeof open,
  { person, customer }: FiguresQuery,
): Promise<Open | null> {
  return findJson<Open>(
    db,
    sql`select count(*)::integer as count, coalesce(sum(t.total_amount), 0) as value
      from ${open[kind]} and t.customer_id = ${customer} and ${readable(person, kind)}`,
  );
}

interface Sales {
  sales: { month: string; value: number }[];
  days_to_pay: number | null;
}

/** The sales of each of twelve months up to a day, and how fast the invoices of that time were paid. */
export async function readSales(
  db: Db,
  { person, customer }: FiguresQuery,
  today: Day,
): Promise<Sales | null> {
  const start = sql`(date_trunc('month', ${today}::date) - interval '11 months')::date`;
  return findJson<Sales>(
    db,
    sql`with i as (
        select t.id, t.invoice_date, t.subtotal, t.status from invoices t join customers c on c.id = t.customer_id
        where t.customer_id = ${customer} and t.status not in ('draft', 'cancelled') and not t.is_opening
          and t.invoice_date between ${start} and ${today}::date and ${readable(person, 'invoices')}),
      paid as (
        select max(p.payment_date) - i.invoice_date as days from i join payments p on p.invoice_id = i.id
        where i.status = 'paid' and p.status = 'completed' and p.kind <> 'write_off' and p.amount > 0 group by i.id, i.invoice_date)
      select (select round(avg(days), 1) from paid) as days_to_pay,
        (select json_agg(row_to_json(m)) from (
          select to_char(month, 'YYYY-MM') as month, coalesce(sum(i.subtotal), 0) as value
          from generate_series(${start}::timestamp, ${today}::timestamp, interval '1 month') month
          left join i on date_trunc('month', i.invoice_date) = month
          group by month order by month) m) as sales`,
  );
}

/** When someone last noted something about the customer or finished a step. */
export async function readLastContact(db: Db, customer: number): Promise<string | null> {
  const found = await findJson<{ at: string | null }>(
    db,
    sql`select greatest(
        (select max(created_at) from record_notes where kind = 'customers' and record_id = ${customer}),
        (select max(done_at) from next_steps where kind = 'customers' and record_id = ${customer}),
        (select max(n.created_at) from (select 'leads' as kind, id from leads where converted_customer_id = ${customer}
            union all select 'quotations', id from quotations where customer_id = ${customer}
            union all select 'orders', id from orders where customer_id = ${customer}
            union all select 'deliveries', id from deliveries where customer_id = ${customer}
            union all select 'invoices', id from invoices where customer_id = ${customer}) d
          join record_notes n on n.kind = d.kind and n.record_id = d.id and n.channel is not null)) as at`,
  );
  return found?.at ?? null;
}

const mostLeads = 20;

/** The leads that became a customer, the newest first. */
export async function listFormerLeads(
  db: Db,
  { person, customer }: FiguresQuery,
): Promise<{ id: number; company_name: string }[]> {
  const found = await sql<{
    id: number;
    company_name: string;
  }>`select t.id, t.company_name from leads t
    where t.converted_customer_id = ${customer} and ${readable(person, 'leads')}
    order by t.id desc limit ${mostLeads}`.execute(db);
  return found.rows;
}
