import { type RawBuilder, sql } from 'kysely';
import { type Db, oneRow } from '~/kit/server/database/db';
import { addDays, type Day } from '~/kit/shared/time/days';
import { outstandingStatuses } from '~/modules/billing/invoices/invoices.fields';
import { unowedStatuses } from '~/modules/billing/invoices/invoices.rules';
import { reachOf } from '~/modules/organization/users/rights.rules';
import { placementOf } from '~/modules/organization/workspaces/server/whereabouts.service';
import {
  type Reader,
  readable,
  seesAll,
  shown,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { StageCount, TopCustomer } from '../dashboard.fields';
import type { FirstSteps } from '../first-steps.rules';

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
  /** Now, as `issuedInvoices` (docs/product/dashboard.md#figures). */
  outstandingInvoices: number;
  revenue: number;
  /** Stock above 0 and at or below the reorder level, now (docs/product/dashboard.md#figures). */
  lowStockProducts: number;
  waitingQuotations: number;
}

/** The scope of the figures: a period, and the workspace that the person has chosen. */
export interface DashboardQuery {
  span: Span;
  person: Reader;
}

/**
 * The figures of the stat cards in one statement, so that all show the same moment. Products are not per workspace.
 */
export async function getFigures(db: Db, { span, person }: DashboardQuery): Promise<Figures> {
  const figures = sql<Figures>`select * from
    (select count(*) as customers from customers t
      where created_at >= ${span.since} and ${shown(person, 'customers')}) c,
    (select coalesce(sum(leads), 0) as leads,
        coalesce(sum(leads) filter (where is_open), 0) as "openLeads"
      from (${leadsSince(span.since, person)}) n) l,
    (select count(*) as conversions,
        count(*) filter (where created_at < ${span.since}) as "olderConversions"
      from leads t where status = 'converted' and updated_at >= ${span.since}
        and ${shown(person, 'leads')}) v,
    (select count(*) as "issuedInvoices" from ${invoicesOf(person)}
      where t.status not in (${literals(unowedStatuses)}) and ${shown(person, 'invoices')}) i,
    (select count(*) as "outstandingInvoices" from ${invoicesOf(person)}
      where t.status in (${literals(outstandingStatuses)}) and balance_due > 0
        and ${shown(person, 'invoices')}) o,
    (${revenueIn(span, person)}) p,
    (select coalesce(sum(products), 0) as "lowStockProducts" from product_counts
      where what = 'low' and ${shown(person, 'products')}) s,
    (select count(*) as "waitingQuotations" from ${quotationsOf(person)}
      where t.status = 'sent' and ${shown(person, 'quotations')}) q`;
  return oneRow(db, figures);
}

export async function getRevenue(
  db: Db,
  { days, person }: Pick<DashboardQuery, 'person'> & { days: { from: Day; to: Day } },
): Promise<number> {
  const result = await sql<{ revenue: number }>`${revenueIn(days, person)}`.execute(db);
  return result.rows[0]?.revenue ?? 0;
}

export async function listStageCounts(
  db: Db,
  { span, person }: DashboardQuery,
): Promise<StageCount[]> {
  const leads = leadsSince(span.since, person);
  const result = await sql<StageCount>`select s.id, s.stage_name, coalesce(l.leads, 0) as lead_count
    from pipeline_stages s
    left join (select stage_id, sum(leads) as leads from (${leads}) n group by stage_id) l
      on l.stage_id = s.id
    where s.is_active order by s.stage_order, s.id`.execute(db);
  return result.rows;
}

export async function listTopCustomers(
  db: Db,
  { span, person }: DashboardQuery,
  count: number,
): Promise<TopCustomer[]> {
  const result = await sql<TopCustomer>`
    select t.id, t.company_name, r.total_revenue, r.payment_count
    from (
      select i.customer_id, sum(t.amount) as total_revenue, count(*) as payment_count
      from payments t join invoices i on i.id = t.invoice_id
        ${seesAll(person, 'payments') ? sql`` : sql`join customers c on c.id = i.customer_id`}
      where ${completedIn(span)} and ${shown(person, 'payments')} group by i.customer_id
    ) r
    join customers t on t.id = r.customer_id
    where ${readable(person, 'customers')}
    order by r.total_revenue desc, t.company_name, t.id limit ${count}`.execute(db);
  return result.rows;
}

/**
 * Whole UTC days come from the stored counts; leads of the period's first, partial day are counted from its start, and so
 * are all where whose they are matters.
 */
function leadsSince(since: string, person: Reader): RawBuilder<unknown> {
  const here = shown(person, 'leads');
  const counted = sql`select t.current_stage_id as stage_id,
      t.status in ('active', 'contacted', 'qualified') as is_open, 1 as leads
    from leads t where t.created_at >= ${since} and ${here}`;
  if (reachOf(person, 'leads') === 'own') return counted;
  const nextDay = addDays(since.slice(0, 10), 1);
  return sql`select t.stage_id, t.is_open, t.leads from lead_counts t
      where t.day >= ${nextDay} and ${here}
    union all ${counted} and t.created_at < ${`${nextDay}T00:00:00Z`}`;
}

/** Invoices follow their customer; for anyone who sees all no join is needed. */
function quotationsOf(person: Reader): RawBuilder<unknown> {
  const placement = seesAll(person, 'quotations') ? null : placementOf('quotations');
  return placement?.from ?? sql`quotations t`;
}

function invoicesOf(person: Reader): RawBuilder<unknown> {
  const customers = sql`join customers c on c.id = t.customer_id`;
  return sql`invoices t ${seesAll(person, 'invoices') ? sql`` : customers}`;
}

function revenueIn(days: { from: Day; to: Day }, person: Reader): RawBuilder<unknown> {
  const customers = sql`join invoices i on i.id = t.invoice_id
    join customers c on c.id = i.customer_id`;
  return sql`select coalesce(sum(t.amount), 0) as revenue
    from payments t ${seesAll(person, 'payments') ? sql`` : customers}
    where ${completedIn(days)} and ${shown(person, 'payments')}`;
}

function completedIn({ from, to }: { from: Day; to: Day }): RawBuilder<unknown> {
  return sql`t.status = 'completed' and t.kind = 'cash' and t.payment_date between ${from} and ${to}`;
}

// As literals: with parameters the planner could not prove that a partial index covers the condition.
function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql.join(values.map((value) => sql.lit(value)));
}

const own = (table: string) => sql`not exists (select from sample_records s
  where s.entity = ${table} and s.record_id = t.id)`;

/** Which of the first steps were taken; samples do not count (docs/product/dashboard.md#getting-started). */
export async function getFirstSteps(db: Db): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    with taken as (select
      exists (select from leads t where ${own('leads')}) as lead,
      (select count(*)::integer from sample_records) as samples)
    select samples, json_build_object(
      'samples', samples > 0 or lead,
      'identity', exists (select from billing_profile where company_name not like '% (sample)')
        and exists (select from company_logo t where ${own('company_logo')}),
      'people', exists (select from users t where id > 1 and ${own('users')})
        or exists (select from invitations),
      'products', exists (select from products t where ${own('products')}),
      'lead', lead,
      'invoice', exists (select from invoices t where status <> 'draft' and not is_opening and ${own('invoices')})
    ) as done from taken`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The first steps cannot be read');
  return row;
}
