import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import { reachOf } from '~/modules/organization/users/rights.rules';
import { shown } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { DayItem } from '../my-day.fields';
import { mostItems } from '../my-day.rules';
import { recordKinds, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';
import { sourceOfKind } from '~/modules/records/records/server/search-sources.service';

export interface FoundTask {
  items: DayItem[];
  count: number;
}

interface Reader {
  db: Db;
  person: Person;
}

const ofCustomer = sql`join customers c on c.id = t.customer_id`;

interface Days {
  from: Day | null;
  to: Day;
}

/** Open next steps of the person that are due within these days, of records that they read here. */
export async function findSteps({ db, person }: Reader, { from, to }: Days): Promise<FoundTask> {
  const since = from === null ? sql`true` : sql`s.due_date >= ${from}`;
  const parts = recordKinds
    .filter((kind) => reachOf(person, subjectOfKind(kind)) !== 'none')
    .map((kind) => {
      const { from: table, follows = sql``, label } = sourceOfKind(kind);
      return sql`select 'step' as type, s.id, ${sql.lit(kind)} as kind, t.id as record_id,
          ${label} as label, s.text, s.due_date as date
        from next_steps s join ${table} t on t.id = s.record_id ${follows}
        where s.kind = ${sql.lit(kind)} and s.assigned_to = ${person.id} and s.done_at is null
          and s.due_date <= ${to} and ${since} and ${shown(person, kind)}`;
    });
  return parts.length === 0 ? none : findIn(db, sql.join(parts, sql` union all `));
}

/** Orders that were promised for these days and have not left. */
export async function findPromised({ db, person }: Reader, until: Day): Promise<FoundTask> {
  if (reachOf(person, 'orders') === 'none') return none;
  return findIn(
    db,
    sql`select 'order' as type, t.id, 'orders' as kind, t.id as record_id, t.order_number as label,
        c.company_name as text, t.delivery_date as date
      from orders t ${ofCustomer} where t.status in ('pending', 'confirmed', 'processing')
        and t.delivery_date <= ${until} and ${shown(person, 'orders')}`,
  );
}

/** Issued invoices with a balance whose due date is past. */
export async function findUnpaid({ db, person }: Reader, today: Day): Promise<FoundTask> {
  if (reachOf(person, 'invoices') === 'none') return none;
  return findIn(
    db,
    sql`select 'invoice' as type, t.id, 'invoices' as kind, t.id as record_id,
        t.invoice_number as label, c.company_name as text, t.due_date as date
      from invoices t ${ofCustomer}
      where t.status in ('pending', 'sent', 'partially_paid', 'overdue') and t.balance_due > 0
        and t.due_date < ${today} and ${shown(person, 'invoices')}`,
  );
}

/** The person's own new leads that no one has touched since, and no one plans to. */
export async function findUnanswered(
  { db, person }: Reader,
  { since, timeZone }: { since: Date; timeZone: string },
): Promise<FoundTask> {
  if (reachOf(person, 'leads') === 'none') return none;
  return findIn(
    db,
    sql`select 'lead' as type, t.id, 'leads' as kind, t.id as record_id, t.company_name as label,
        t.contact_person as text, (t.updated_at at time zone ${timeZone})::date as date
      from leads t where t.assigned_to = ${person.id} and t.status = 'active'
        and t.updated_at < ${since} and ${shown(person, 'leads')}
        and not exists (select from next_steps s where s.kind = 'leads' and s.record_id = t.id
          and (s.done_at is null or s.done_at >= ${since}))`,
  );
}

const none: FoundTask = { items: [], count: 0 };

/** The first lines by date, and how many there are. */
async function findIn(db: Db, lines: SqlPart): Promise<FoundTask> {
  const found = await sql<DayItem & { count: number }>`with lines as (${lines})
    select type, id, json_build_object('kind', kind, 'id', record_id, 'label', label) as record,
      text, date, (select count(*) from lines) as count
    from lines order by date, id limit ${mostItems}`.execute(db);
  return {
    items: found.rows.map(({ count: _count, ...item }) => item),
    count: found.rows[0]?.count ?? 0,
  };
}
