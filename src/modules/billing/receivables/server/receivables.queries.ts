import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import { notFound } from '~/kit/server/errors';
import { daysOfRange } from '~/kit/shared/filters/day-ranges';
import { addDays, type Day } from '~/kit/shared/time/days';
import { dueSoonDays } from '~/modules/billing/invoices/dues.rules';
import {
  type Reader,
  readable,
  readableAs,
  shown,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { ageNames, type ReceivablesRow, ageLabels } from '../receivables.fields';
import { ageOf, type Entry } from '../receivables.rules';
import {
  accountBalances,
  type AsOf,
  documents,
  invoiceBalances,
  isAfterDay,
  movements,
} from './entries.queries';
import type { Report } from '~/kit/server/reports/report';

export interface AccountOwner {
  id: number;
  company_name: string;
  workspace_id: number | null;
  no_reminders: boolean;
}

/** The customer of an account; null for a person without rights to read it and receipts there. */
export async function findAccountOwner(
  db: Db,
  id: number,
  person: Person,
): Promise<AccountOwner | null> {
  return findJson<AccountOwner>(
    db,
    sql`select t.id, t.company_name, t.workspace_id, t.no_reminders from customers t
      where t.id = ${id} and ${readableAccounts(person)}`,
  );
}

/** The same; 404 instead of null. */
export async function getAccountOwner(db: Db, id: number, person: Person): Promise<AccountOwner> {
  const found = await findAccountOwner(db, id, person);
  if (!found) throw notFound('Customer');
  return found;
}

interface AccountPeriod {
  customer: number;
  from: Day;
  to: Day;
  zone: string;
}

/** A customer's balance before a day, and the movements from it to another, in their order; rupees. */
export async function readMovements(
  db: Db,
  { customer, from, to, zone }: AccountPeriod,
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

interface Ageing extends AsOf {
  /** SQL: the condition for a customer `t`. */
  customers: SqlPart;
}

/** SQL: the customers whose accounts a person sees in the chosen workspace. */
function shownAccounts(person: Reader): SqlPart {
  return sql`${shown(person, 'customers')} and ${readableAs(person, 'receipts', 'customers')}`;
}

/** SQL: the customers whose accounts a person reads, regardless of the chosen workspace. */
export function readableAccounts(person: Reader): SqlPart {
  return sql`${readable(person, 'customers')} and ${readableAs(person, 'receipts', 'customers')}`;
}

function among(customers: SqlPart): (customer: SqlPart) => SqlPart {
  return (customer) => sql`${customer} in (select t.id from customers t where ${customers})`;
}

/**
 * SQL: the balances of customers at the end of a day by age, and those due within the next days, in rupees; customers
 * without any are left out.
 */
export function ageing({ customers, ...asOf }: Ageing): SqlPart {
  const { day } = asOf;
  const where = among(customers);
  const age = sql`case ${sql.join(
    [0, 30, 60, 90].map(
      (past) =>
        sql`when b.due_date >= ${addDays(day, -past)}::date then ${sql.lit(ageOf(addDays(day, -past), day))}`,
    ),
    sql` `,
  )} else 'over_90' end`;
  const sumOf = (name: string) =>
    sql`coalesce(sum(o.balance) filter (where o.age = ${sql.lit(name)}), 0) as ${sql.ref(name)}`;
  const isDueSoon = sql`o.due_date between ${day}::date and ${addDays(day, dueSoonDays)}::date`;
  return sql`with owed as (
      select b.customer_id, b.due_date, b.balance, ${age} as age
      from ${invoiceBalances(asOf, where)} b where b.balance > 0
    ), aged as (
      select o.customer_id, sum(o.balance) as owed, ${sql.join(ageNames.map(sumOf))},
        coalesce(sum(o.balance) filter (where ${isDueSoon}), 0) as due_soon
      from owed o group by o.customer_id
    )
    select t.customer_id, c.company_name as customer_name, ${sql.join(
      ageNames.map((name) => sql`coalesce(a.${sql.ref(name)}, 0) as ${sql.ref(name)}`),
    )}, coalesce(a.owed, 0) - t.total as credit, t.total, coalesce(a.due_soon, 0) as due_soon
    from ${accountBalances(asOf, where)} t join customers c on c.id = t.customer_id left join aged a on a.customer_id = t.customer_id
    where t.total <> 0 or a.owed is not null`;
}

export interface AgedRow extends ReceivablesRow {
  due_soon: number;
}

/** The balances at the end of a day of the customers that a person sees, by name. */
export async function listReceivables(
  db: Db,
  { person, ...asOf }: AsOf & { person: Reader },
): Promise<AgedRow[]> {
  const rows = ageing({ ...asOf, customers: shownAccounts(person) });
  const found = await sql<AgedRow>`select * from (${rows}) r
    order by r.customer_name, r.customer_id`.execute(db);
  return found.rows;
}

/** The money of completed payments in the month of a day, up to it; TDS and round-off are none. In rupees. */
export async function sumCollected(
  db: Db,
  { person, day }: { person: Reader; day: Day },
): Promise<number> {
  const { from } = daysOfRange('month', day);
  const found = await sql<{ amount: number }>`select coalesce(sum(p.amount), 0) as amount
    from payments p join invoices i on i.id = p.invoice_id
    where p.status = 'completed' and p.kind = 'cash' and p.payment_date between ${from} and ${day}
      and ${among(shownAccounts(person))(sql`i.customer_id`)}`.execute(db);
  return Number(found.rows[0]?.amount ?? 0);
}

/** How many documents up to a day were entered after it. */
export async function countEnteredLater(
  db: Db,
  { person, ...asOf }: AsOf & { person: Reader },
): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count
    from ${documents(among(shownAccounts(person)))} d
    where d.amount <> 0 and d.date <= ${asOf.day}::date and ${isAfterDay(sql`d.entered_at`, asOf)}`.execute(
    db,
  );
  return Number(found.rows[0]?.count ?? 0);
}

const money = (key: string, label: string) => ({ key, label, kind: 'money' }) as const;

/** The balances of customers at the end of a day, by age (docs/product/reports.md#receivables). */
export const ageingReport: Report = {
  name: 'receivables',
  title: 'Receivables',
  about: 'Unpaid invoices by days past due, less credit, at the end of a day',
  right: 'receipts.read',
  alsoBy: ['customers.read'],
  period: 'as of',
  groups: [{ value: 'customer', label: 'Customer' }],
  dependsOn: ['invoices', 'payments', 'receipts', 'credit_notes', 'advances'],
  columns: () => [
    { key: 'name', label: 'Customer', kind: 'text' },
    ...ageNames.map((name) =>
      money(name, name === 'current' ? ageLabels[name] : `${ageLabels[name]} Days`),
    ),
    money('credit', 'Credit'),
    money('total', 'Total'),
  ],
  summed: [...ageNames, 'credit', 'total'],
  chart: { x: 'name', y: 'total', parts: ageNames },
  select: ({ person }, { to, zone }) => {
    const rows = ageing({ customers: readableAccounts(person), day: to, zone });
    return sql`select r.customer_id, r.customer_name as name, ${sql.join(
      [...ageNames, 'credit', 'total'].map((name) => sql.ref(`r.${name}`)),
    )}, '/customers/' || r.customer_id || '?tab=statement' as link
      from (${rows}) r order by r.total desc, name`;
  },
};
