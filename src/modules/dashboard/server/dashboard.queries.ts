import { type RawBuilder, sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { addDays, type Day } from '~/kit/shared/time/days';
import { outstandingStatuses, unowedStatuses } from '~/modules/invoices/invoices.rules';
import { inWorkspace } from '~/modules/workspaces/server/workspace-scope.service';
import type { StageCount, TopCustomer } from '../dashboard.fields';

/** A period: its days and the instant at which it began. It has no end, since no record is later than now. */
export interface Span {
  from: Day;
  to: Day;
  since: string;
}

export interface Figures {
  customers: number;
  leads: number;
  openLeads: number;
  conversions: number;
  olderConversions: number;
  issuedInvoices: number;
  outstandingInvoices: number;
  revenue: number;
  /** Stock above 0 and at or below the reorder level, now (docs/product/dashboard.md#figures). */
  lowStockProducts: number;
}

/** The scope of the figures: a period, and the workspace that the person has chosen. */
export interface Asked {
  span: Span;
  person: Pick<Person, 'current_workspace'>;
}

/**
 * The figures of the stat cards in one statement, so that all are of the same moment. Products are not per workspace.
 */
export async function getFigures(db: Db, { span, person }: Asked): Promise<Figures> {
  const here = inWorkspace(person, sql.ref('workspace_id'));
  const result = await sql<Figures>`select * from
    (select count(*) as customers from customers
      where created_at >= ${span.since} and ${here}) c,
    (select coalesce(sum(leads), 0) as leads,
        coalesce(sum(leads) filter (where is_open), 0) as "openLeads"
      from (${leadsSince(span.since, here)}) n) l,
    (select count(*) as conversions,
        count(*) filter (where created_at < ${span.since}) as "olderConversions"
      from leads where status = 'converted' and updated_at >= ${span.since} and ${here}) v,
    (select count(*) as "issuedInvoices",
        count(*) filter (where status in (${literals(outstandingStatuses)}) and balance_due > 0)
          as "outstandingInvoices"
      from invoices where status not in (${literals(unowedStatuses)})
        and invoice_date between ${span.from} and ${span.to} and ${ofCustomersHere(person)}) i,
    (select coalesce(sum(amount), 0) as revenue from payments
      where ${completedIn(span)} and ${ofInvoicesHere(person)}) p,
    (select count(*) as "lowStockProducts" from products
      where stock_quantity > 0 and stock_quantity <= reorder_level) s`.execute(db);
  const [figures] = result.rows;
  if (!figures) throw new Error('An aggregate gives one row');
  return figures;
}

export async function getRevenue(
  db: Db,
  { days, person }: Pick<Asked, 'person'> & { days: { from: Day; to: Day } },
): Promise<number> {
  const result = await sql<{ revenue: number }>`
    select coalesce(sum(amount), 0) as revenue from payments
    where ${completedIn(days)} and ${ofInvoicesHere(person)}`.execute(db);
  return result.rows[0]?.revenue ?? 0;
}

export async function listStageCounts(db: Db, { span, person }: Asked): Promise<StageCount[]> {
  const leads = leadsSince(span.since, inWorkspace(person, sql.ref('workspace_id')));
  const result = await sql<StageCount>`select s.id, s.stage_name, coalesce(l.leads, 0) as lead_count
    from pipeline_stages s
    left join (select stage_id, sum(leads) as leads from (${leads}) n group by stage_id) l
      on l.stage_id = s.id
    where s.is_active order by s.stage_order, s.id`.execute(db);
  return result.rows;
}

export async function listTopCustomers(
  db: Db,
  { span, person }: Asked,
  count: number,
): Promise<TopCustomer[]> {
  const result = await sql<TopCustomer>`
    select c.id, c.company_name, r.total_revenue, r.payment_count
    from (
      select i.customer_id, sum(p.amount) as total_revenue, count(*) as payment_count
      from (select invoice_id, amount from payments where ${completedIn(span)}) p
      join invoices i on i.id = p.invoice_id
      where ${ofCustomersHere(person)} group by i.customer_id
    ) r
    join customers c on c.id = r.customer_id
    order by r.total_revenue desc, c.company_name, c.id limit ${count}`.execute(db);
  return result.rows;
}

/** Merges the rows of `lead_counts` with the same key and deletes those that add up to zero. */
export async function addUpLeadCounts(db: Db): Promise<void> {
  await sql`with several as (
      select day, stage_id, is_open, workspace_id from lead_counts
      group by 1, 2, 3, 4 having count(*) > 1
    ), taken as (
      delete from lead_counts c using several s
      where c.day = s.day and c.stage_id is not distinct from s.stage_id and c.is_open = s.is_open
        and c.workspace_id is not distinct from s.workspace_id
      returning c.*
    )
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
    select day, stage_id, is_open, workspace_id, sum(leads) from taken group by 1, 2, 3, 4 having sum(leads) <> 0`.execute(
    db,
  );
}

/** Whole UTC days come from the stored counts; leads of the period's first, partial day are counted from its start. */
function leadsSince(since: string, here: RawBuilder<unknown>): RawBuilder<unknown> {
  const nextDay = addDays(since.slice(0, 10), 1);
  return sql`select stage_id, is_open, leads from lead_counts where day >= ${nextDay} and ${here}
    union all
    select current_stage_id, status in ('active', 'contacted', 'qualified'), 1 from leads
      where created_at >= ${since} and created_at < ${`${nextDay}T00:00:00Z`} and ${here}`;
}

/** Invoices and payments belong to their customer's workspace; without a chosen workspace no condition is needed. */
function ofCustomersHere(person: Asked['person']): RawBuilder<unknown> {
  if (person.current_workspace === null) return sql`true`;
  return sql`customer_id in (select id from customers
    where ${inWorkspace(person, sql.ref('workspace_id'))})`;
}

function ofInvoicesHere(person: Asked['person']): RawBuilder<unknown> {
  if (person.current_workspace === null) return sql`true`;
  return sql`invoice_id in (select id from invoices where ${ofCustomersHere(person)})`;
}

function completedIn({ from, to }: { from: Day; to: Day }): RawBuilder<unknown> {
  return sql`status = 'completed' and payment_date between ${from} and ${to}`;
}

// As literals: with parameters the planner could not prove that a partial index covers the condition.
function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql.join(values.map((value) => sql.lit(value)));
}
