import { sql } from 'kysely';
import type { Context, Person } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { csvCell } from '~/kit/server/database/copy';
import type { ChosenPart } from '~/kit/server/lists/windows';
import { listed, readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Customer } from '../customers.fields';
import { type CustomerColumn, customerColumns, fileColumns } from '../customers.csv';
import { partFormats } from '../customer-parts.csv';
import type { WholeList } from '~/modules/records/imports/server/imports.service';
import { countPlaces, numberedParts, partCell } from './part-imports.queries';
import { nextCustomerCode } from './customers.queries';

const columns = sql.join(customerColumns.map((name) => sql.ref(`t.${name}`)));

export type KnownCustomer = Pick<Customer, 'id' | 'workspace_id' | CustomerColumn> & {
  key: string;
  is_read: boolean;
};

/** The customers with these codes, locked in the order of their ids unless `isDry`. */
export async function findByCodes(
  trx: Transaction,
  keys: readonly string[],
  { person, isDry }: { person: Person; isDry: boolean },
): Promise<Map<string, KnownCustomer>> {
  const result = await sql<{ record: KnownCustomer }>`select row_to_json(r) as record from (
      select t.id, t.workspace_id, ${columns}, lower(t.customer_code) as key,
        ${readable(person, 'customers')} as is_read
      from customers t where lower(t.customer_code) = any (${keys}::text[])
      order by t.id ${isDry ? sql`` : sql`for update of t`}) r`.execute(trx);
  return new Map(result.rows.map(({ record }) => [record.key, record]));
}

/** Ids for a block of new customers, and codes: the next free ones where they are null. */
export async function takeIds(
  trx: Transaction,
  codes: readonly unknown[],
): Promise<{ id: number; customer_code: string }[]> {
  // The condition on the row makes the database compute one code for each.
  const code = nextCustomerCode(sql`r.n > 0`);
  const result = await sql<{ id: number; customer_code: string }>`
    select nextval(pg_get_serial_sequence('customers', 'id'))::integer as id,
      coalesce(r.code, ${code}) as customer_code
    from unnest(${codes}::text[]) with ordinality r (code, n) order by n`.execute(trx);
  return result.rows;
}

/** The chosen customers of those that the person sees, with as many addresses and contacts as one of them has. */
export async function customersAsCsv(
  { person, db }: Pick<Context, 'person' | 'db'>,
  { join, order }: ChosenPart,
): Promise<WholeList> {
  const places = await Promise.all(partFormats.map((format) => countPlaces(db, format)));
  const shown = fileColumns(places);
  const cells = shown.map((column) =>
    csvCell(column, partCell(column.name) ?? sql.ref(`t.${column.name}`)),
  );
  const parts = numberedParts(places);
  return {
    columns: shown,
    statement: sql`copy (with ${sql.join(parts.map(({ table }) => table))} select ${sql.join(cells)} from customers t ${join}
      ${sql.join(
        parts.flatMap(({ joins }) => joins),
        sql` `,
      )}
      where ${listed(person, 'customers').where} order by ${order}) to stdout (format csv, header)`,
  };
}
