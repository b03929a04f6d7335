import { sql } from 'kysely';
import type { Context, Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { csvCell } from '~/kit/server/database/copy';
import type { ChosenPart } from '~/kit/server/lists/windows';
import type { CsvColumn } from '~/modules/records/imports/formats.rules';
import { listed, readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Customer } from '../customers.fields';
import { type CustomerColumn, customerColumns, fileColumns } from '../customers.csv';
import { partFormats } from '../customer-parts.csv';
import { ownCells, type WholeList } from '~/modules/records/imports/server/imports.service';
import { countPositions, numberedParts, partCell } from './part-imports.queries';
import { nextCustomerCode } from './customers.queries';

const columns = sql.join(customerColumns.map((name) => sql.ref(`t.${name}`)));

export type ExistingCustomer = Pick<Customer, 'id' | 'workspace_id' | CustomerColumn> & {
  key: string;
  is_read: boolean;
};

/** What identifies a customer, as its indexes contain it. */
export const matchKeys = {
  customer_code: (value: SqlPart) => sql`lower(${value})`,
  gstin: (value: SqlPart) => value,
  email: (value: SqlPart) => sql`folded(${value})`,
  phone: (value: SqlPart) => sql`phone_key(${value})`,
};

export type MatchField = keyof typeof matchKeys;

export function isMatchField(name: string): name is MatchField {
  return name in matchKeys;
}

/** What tells whether two customers are one company. */
export const companyKey = (value: SqlPart) => sql`folded(${value})`;

const soughtKeys = { ...matchKeys, company_name: companyKey };

interface Sought {
  by: keyof typeof soughtKeys;
  keys: readonly string[];
}

/**
 * The customers with these keys, two of each at most, locked in the order of their ids unless `isDry`. A code finds also
 * those that the person may not read.
 */
export async function findByKeys(
  trx: Transaction,
  { by, keys: sought }: Sought,
  { person, isDry }: { person: Person; isDry: boolean },
): Promise<ExistingCustomer[]> {
  const key = soughtKeys[by](sql.ref(`t.${by}`));
  const isRead = readable(person, 'customers');
  const isFound = by === 'customer_code' ? sql`true` : isRead;
  const result = await sql<{ record: ExistingCustomer }>`select row_to_json(r) as record from (
      select t.id, t.workspace_id, ${columns}, ${key} as key, ${isRead} as is_read
      from customers t where t.id in (
        select f.id from unnest(${[...new Set(sought)]}::text[]) each (key) cross join lateral (
          select t.id from customers t where ${key} = each.key and ${isFound} limit 2) f)
      order by t.id ${isDry ? sql`` : sql`for update of t`}) r`.execute(trx);
  return result.rows.map(({ record }) => record);
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
  own: readonly CsvColumn[],
): Promise<WholeList> {
  const positions = await Promise.all(partFormats.map((format) => countPositions(db, format)));
  const shown = fileColumns(positions);
  const cells = shown.map((column) =>
    csvCell(column, partCell(column.name) ?? sql.ref(`t.${column.name}`)),
  );
  const parts = numberedParts(positions);
  return {
    columns: [...shown, ...own],
    statement: sql`copy (with ${sql.join(parts.map(({ table }) => table))} select ${sql.join([...cells, ...ownCells(own)])} from customers t ${join}
      ${sql.join(
        parts.flatMap(({ joins }) => joins),
        sql` `,
      )}
      where ${listed(person, 'customers').where} order by ${order}) to stdout (format csv, header)`,
  };
}
