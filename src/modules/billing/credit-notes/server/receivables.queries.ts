import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Report, ReportChoice } from '~/kit/server/reports/report';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';

const money = (key: string, label: string) => ({ key, label, kind: 'money' }) as const;

/** What customers owed at the end of a day, by its age (docs/product/reports.md#receivables). */
export const receivablesReport: Report = {
  name: 'receivables',
  title: 'Receivables',
  about: 'Unpaid invoices by days past due, less credit, at the end of a day',
  right: 'invoices.read',
  period: 'as of',
  groups: [{ value: 'customer', label: 'Customer' }],
  dependsOn: ['invoices', 'payments', 'credit_notes', 'advances'],
  columns: () => [
    { key: 'name', label: 'Customer', kind: 'text' },
    money('current', 'Not Due'),
    money('days_1_30', '1-30 Days'),
    money('days_31_60', '31-60 Days'),
    money('days_61_90', '61-90 Days'),
    money('over_90', 'Over 90 Days'),
    money('credit', 'Credit'),
    money('total', 'Total'),
  ],
  summed: ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90', 'credit', 'total'],
  chart: { x: 'name', y: 'total' },
  select: ({ person }, choice) => {
    const { to } = choice;
    const dueIn = (first: number, last: number) =>
      sql`coalesce(sum(b.amount) filter (where b.amount > 0 and b.days between ${first}::integer and ${last}::integer), 0)`;
    return sql`with b as (
        select t.customer_id, ${to}::date - t.due_date as days, ${balanceOf} + coalesce(later.amount, 0) as amount
        from invoices t join customers c on c.id = t.customer_id
          left join (${laterOfInvoices(choice)}) later on later.invoice_id = t.id
        where t.invoice_date <= ${to}::date and ${readable(person, 'invoices')}
          and (t.status not in ('draft', 'cancelled') or (t.status = 'cancelled'
            and ${wasUndone(choice, { entity: 'invoices', row: 't', statuses: issued })}))
          and ${balanceOf} + coalesce(later.amount, 0) <> 0
        union all
        select t.customer_id, null, -(t.amount - t.adjusted_amount - t.refunded_amount) - coalesce(later.amount, 0)
        from advances t join customers c on c.id = t.customer_id
          left join (${laterOfAdvances(choice)}) later on later.advance_id = t.id
        where t.advance_date <= ${to}::date and ${readable(person, 'payments')} and (t.status <> 'cancelled'
            or ${wasUndone(choice, { entity: 'advances', row: 't', statuses: ['open', 'settled'] })})
          and t.amount - t.adjusted_amount - t.refunded_amount + coalesce(later.amount, 0) <> 0)
      select b.customer_id, min(k.company_name) as name, ${dueIn(-mostDays, 0)} as current, ${dueIn(1, 30)} as days_1_30,
        ${dueIn(31, 60)} as days_31_60, ${dueIn(61, 90)} as days_61_90, ${dueIn(91, mostDays)} as over_90,
        coalesce(-sum(b.amount) filter (where b.amount < 0), 0) as credit, sum(b.amount) as total,
        '/customers/' || b.customer_id as link
      from b join customers k on k.id = b.customer_id group by b.customer_id order by total desc, name`;
  },
};

const mostDays = 10_000_000;
const issued = ['sent', 'pending', 'paid', 'partially_paid', 'overdue'];

/** SQL: what an invoice `t` has unpaid today; below 0 it is the customer's credit. */
const balanceOf = sql`(t.total_amount + t.debited_amount - t.paid_amount - t.credited_amount)`;

type AsOf = Pick<ReportChoice, 'to' | 'end'>;

/** SQL: what the balance of invoices lost since the end of the day. */
function laterOfInvoices(choice: AsOf): SqlPart {
  const { to } = choice;
  const credited = sql`case n.kind when 'credit' then n.total_amount else -n.total_amount end`;
  return sql`select invoice_id, sum(amount) as amount from (
      select invoice_id, amount from payments where status = 'completed' and payment_date > ${to}::date
      union all
      select p.invoice_id, -p.amount from payments p where p.status <> 'completed' and p.payment_date <= ${to}::date
        and ${wasUndone(choice, { entity: 'payments', row: 'p', statuses: ['completed'] })}
      union all
      select n.invoice_id, ${credited} from credit_notes n where n.status = 'issued' and n.note_date > ${to}::date
      union all
      select n.invoice_id, -(${credited}) from credit_notes n where n.status = 'cancelled' and n.note_date <= ${to}::date
        and ${wasUndone(choice, { entity: 'credit_notes', row: 'n', statuses: ['issued'] })}) l
    group by invoice_id`;
}

/** SQL: what was used of advances since the end of the day. */
function laterOfAdvances(choice: AsOf): SqlPart {
  const { to } = choice;
  return sql`select advance_id, sum(amount) as amount from (
      select advance_id, amount from payments
      where advance_id is not null and status <> 'failed' and payment_date > ${to}::date
      union all
      select p.advance_id, -p.amount from payments p
      where p.advance_id is not null and p.status = 'failed' and p.payment_date <= ${to}::date
        and ${wasUndone(choice, { entity: 'payments', row: 'p', statuses: ['completed', 'pending', 'processing'] })}
      union all
      select advance_id, amount from advance_refunds where refund_date > ${to}::date) l
    group by advance_id`;
}

/** SQL: the row left one of these statuses after the end of the day. The log knows when. */
function wasUndone(
  { end }: AsOf,
  { entity, row, statuses }: { entity: string; row: string; statuses: readonly string[] },
): SqlPart {
  const id = sql.ref(`${row}.id`);
  return sql`(${sql.ref(`${row}.updated_at`)} >= ${end}::timestamptz and exists (select from audit_log a
    where a.entity = ${sql.lit(entity)} and a.record = ${id}::text and a.part is null and a.at >= ${end}::timestamptz
      and a.before ->> 'status' in (${sql.join(statuses.map((status) => sql.lit(status)))})
      and a.after ->> 'status' not in (${sql.join(statuses.map((status) => sql.lit(status)))})))`;
}
