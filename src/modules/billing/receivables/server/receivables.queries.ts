import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import { notFound } from '~/kit/server/errors';
import { addDays, type Day } from '~/kit/shared/time/days';
import type { Reader } from '~/modules/organization/workspaces/server/workspace-scope.service';
import {
  readable,
  readableAs,
  shown,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { ageNames, type ReceivablesRow } from '../receivables.fields';
import { ageOf, type Entry } from '../receivables.rules';
import { invoiceBalances, movements } from './entries.queries';

export interface AccountOwner {
  id: number;
  company_name: string;
  workspace_id: number | null;
  no_reminders: boolean;
}

/** The customer whose account a person reads: who reads both the customer and receipts there; 404. */
export async function getAccountOwner(db: Db, id: number, person: Person): Promise<AccountOwner> {
  const found = await findJson<AccountOwner>(
    db,
    sql`select t.id, t.company_name, t.workspace_id, t.no_reminders from customers t
      where t.id = ${id} and ${readable(person, 'customers')}
        and ${readableAs(person, 'receipts', 'customers')}`,
  );
  if (!found) throw notFound('Customer');
  return found;
}

interface Asked {
  customer: number;
  from: Day;
  to: Day;
  zone: string;
}

/** A customer's balance before a day, and the movements from it to another, in their order; rupees. */
export async function readMovements(
  db: Db,
  { customer, from, to, zone }: Asked,
): Promise<{ opening: number; entries: Entry[] }> {
  const found = await findJson<{ opening: number; entries: Entry[] }>(
    db,
    sql`with m as ${movements(zone, (of) => sql`${of} = ${customer}`)}
      select coalesce((select sum(amount) from m where date < ${from}::date), 0) as opening,
        coalesce((select json_agg(row_to_json(e)) from (
          select date, kind, is_cancellation, number, reference, amount from m
          where date between ${from}::date and ${to}::date
          order by date, entered_at, is_cancellation, kind, number) e), '[]') as entries`,
  );
  return found ?? { opening: 0, entries: [] };
}

/** SQL: the customers whose accounts a person sees in the chosen workspace. */
function shownAccounts(person: Reader): (customer: SqlPart) => SqlPart {
  const ids = sql`select t.id from customers t
    where ${shown(person, 'customers')} and ${readableAs(person, 'receipts', 'customers')}`;
  return (customer) => sql`${customer} in (${ids})`;
}

/** What customers owe at the end of a day, by its age; those with nothing are left out. In rupees. */
export async function listReceivables(
  db: Db,
  { person, day, zone }: { person: Reader; day: Day; zone: string },
): Promise<ReceivablesRow[]> {
  const where = shownAccounts(person);
  const age = sql`case ${sql.join(
    [0, 30, 60, 90].map(
      (past) =>
        sql`when b.due_date >= ${addDays(day, -past)}::date then ${sql.lit(ageOf(addDays(day, -past), day))}`,
    ),
    sql` `,
  )} else 'over_90' end`;
  const sumOf = (name: string) =>
    sql`coalesce(sum(o.balance) filter (where o.age = ${sql.lit(name)}), 0) as ${sql.ref(name)}`;
  const found = await sql<ReceivablesRow>`with owed as (
      select b.customer_id, b.balance, ${age} as age from ${invoiceBalances(zone, day, where)} b where b.balance > 0
    ), aged as (
      select o.customer_id, sum(o.balance) as owed, ${sql.join(ageNames.map(sumOf))} from owed o group by o.customer_id
    ), totals as (
      select customer_id, sum(amount) as total from ${movements(zone, where)} m
      where date <= ${day}::date group by customer_id
    )
    select t.customer_id, c.company_name as customer_name, ${sql.join(
      ageNames.map((name) => sql`coalesce(a.${sql.ref(name)}, 0) as ${sql.ref(name)}`),
    )}, coalesce(a.owed, 0) - t.total as credit, t.total
    from totals t join customers c on c.id = t.customer_id left join aged a on a.customer_id = t.customer_id
    where t.total <> 0 or a.owed is not null
    order by c.company_name, t.customer_id`.execute(db);
  return found.rows;
}

/** How many movements up to a day were entered after it. */
export async function countEnteredLater(
  db: Db,
  { person, day, zone }: { person: Reader; day: Day; zone: string },
): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count
    from ${movements(zone, shownAccounts(person))} m
    where date <= ${day}::date and (entered_at at time zone ${zone})::date > ${day}::date`.execute(
    db,
  );
  return Number(found.rows[0]?.count ?? 0);
}
