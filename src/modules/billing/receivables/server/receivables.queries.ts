import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import { notFound } from '~/kit/server/errors';
import { daysOfRange } from '~/kit/shared/filters/day-ranges';
import type { Day } from '~/kit/shared/time/days';
import {
  type Reader,
  readable,
  readableAs,
  shown,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { ReceivablesRow } from '../receivables.fields';
import { ageingOf, among, type AsOf, reportOfAges } from './accounts.queries';
import { customerBook } from './entries.queries';

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

/** SQL: the customers whose accounts a person sees in the chosen workspace. */
export function shownAccounts(person: Reader): SqlPart {
  return sql`${shown(person, 'customers')} and ${readableAs(person, 'receipts', 'customers')}`;
}

/** SQL: the customers whose accounts a person reads, regardless of the chosen workspace. */
export function readableAccounts(person: Reader): SqlPart {
  return sql`${readable(person, 'customers')} and ${readableAs(person, 'receipts', 'customers')}`;
}

/** SQL: the balances of customers `t` at the end of a day by age, and those due within the next days, in rupees. */
export function ageing({ customers, ...asOf }: AsOf & { customers: SqlPart }): SqlPart {
  return ageingOf(customerBook, { ...asOf, parties: customers });
}

export interface AgedRow extends ReceivablesRow {
  due_soon: number;
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
      and ${among(customerBook, shownAccounts(person))(sql`i.customer_id`)}`.execute(db);
  return Number(found.rows[0]?.amount ?? 0);
}

/** The balances of customers at the end of a day, by age (docs/product/reports.md#receivables). */
export const ageingReport = reportOfAges(customerBook, {
  name: 'receivables',
  title: 'Receivables',
  about: 'Unpaid invoices by days past due, less credit, at the end of a day',
  right: 'receipts.read',
  alsoBy: ['customers.read'],
  dependsOn: ['invoices', 'payments', 'receipts', 'credit_notes', 'advances'],
  group: { value: 'customer', label: 'Customer' },
  readable: readableAccounts,
});
