import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { Invoice } from '../invoices.fields';
import type { customerNames } from '../opening-invoices.csv';

export interface NumberedInvoice extends Pick<Invoice, 'id' | 'invoice_number' | 'is_opening'> {
  /** The number without regard to case. */
  key: string;
  isReadable: boolean;
}

/** The invoices with these numbers in lower case, also those that the person of an import may not read. */
export async function listByNumber(
  trx: Transaction,
  keys: readonly string[],
  person: Person,
): Promise<NumberedInvoice[]> {
  const found = await sql<NumberedInvoice>`
    select t.id, t.invoice_number, t.is_opening, lower(t.invoice_number) as key,
      ${readable(person, 'invoices')} as "isReadable" from invoices t
    where lower(t.invoice_number) = any (${keys}::text[])`.execute(trx);
  return found.rows;
}

/** What a row says of its customer. */
export interface Named {
  by: (typeof customerNames)[number];
  text: string;
}

export type Charged = Pick<Customer, 'id' | 'workspace_id' | 'payment_terms'>;

/** The customers that the person may read with each of these names, two at most; in their order. */
export async function findNamed(
  trx: Transaction,
  named: readonly Named[],
  person: Person,
): Promise<readonly Charged[][]> {
  const isIt = sql.join(
    [
      sql`w.by = 'customer_code' and lower(t.customer_code) = lower(w.text)`,
      sql`w.by = 'gstin' and t.gstin = upper(w.text)`,
      sql`w.by = 'email' and folded(t.email) = folded(w.text)`,
      sql`w.by = 'company_name' and folded(t.company_name) = folded(w.text)`,
    ].map(
      (condition) => sql`select t.id, t.workspace_id, t.payment_terms from customers t
        where ${condition} and ${readable(person, 'customers')}`,
    ),
    // Apart, so that each has its index.
    sql` union all `,
  );
  const found = await sql<{ customers: Charged[] }>`
    select coalesce((select json_agg(r) from (${isIt} limit 2) r), '[]') as customers
    from unnest(${named.map(({ by }) => by)}::text[], ${named.map(({ text }) => text)}::text[])
      with ordinality w (by, text, n) order by n`.execute(trx);
  return found.rows.map(({ customers }) => customers);
}

export async function takeIds(trx: Transaction, count: number): Promise<number[]> {
  const taken = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('invoices', 'id'))::integer as id
    from generate_series(1, ${count})`.execute(trx);
  return taken.rows.map(({ id }) => id);
}

export interface OpeningLine {
  invoice_id: number;
  description: string;
  amount: number;
}

/** Gives new opening invoices their only lines. */
export async function insertOpeningLines(
  trx: Transaction,
  lines: readonly OpeningLine[],
): Promise<void> {
  await sql`insert into invoice_lines (invoice_id, position, description, quantity, unit_price, line_total)
    select invoice_id, 1, description, 1, amount, amount
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as w (invoice_id integer, description text, amount numeric)`.execute(trx);
}
