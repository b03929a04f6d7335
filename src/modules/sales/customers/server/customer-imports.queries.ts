import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Context, Person } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { csvCell } from '~/kit/server/database/copy';
import type { ChosenPart } from '~/kit/server/lists/windows';
import type { WrittenRecords } from '~/modules/catalogue/products/imports/server/block-imports.service';
import { listed, readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Customer } from '../customers.fields';
import { type CustomerColumn, customerColumns, fileColumns } from '../customers.csv';
import { partFormats } from '../customer-parts.csv';
import type { WholeList } from '~/modules/catalogue/products/imports/server/imports.service';
import { countPlaces, numberedParts, partCell } from './part-imports.queries';
import { nextCustomerCode } from './customers.queries';

const columns: readonly string[] = customerColumns;

export type KnownCustomer = Pick<
  Customer,
  'id' | 'workspace_id' | 'updated_at' | CustomerColumn
> & {
  key: string;
  is_read: boolean;
};

/** Codes normalized by the database, in the same order: its lower case differs from JavaScript's for some characters. */
export async function codeKeys(db: Db, codes: readonly string[]): Promise<string[]> {
  const result = await sql<{ key: string }>`select lower(code) as key
    from unnest(${codes}::text[]) with ordinality as each (code, n) order by n`.execute(db);
  return result.rows.map(({ key }) => key);
}

/** The customers with these codes, locked in the order of their ids unless `isDry`. */
export async function findByCodes(
  trx: Transaction,
  keys: readonly string[],
  { person, isDry }: { person: Person; isDry: boolean },
): Promise<Map<string, KnownCustomer>> {
  const result = await sql<{ record: KnownCustomer }>`select row_to_json(r) as record from (
      select t.id, t.workspace_id, t.updated_at, ${own('t')}, lower(t.customer_code) as key,
        ${readable(person, 'customers')} as is_read
      from customers t where lower(t.customer_code) = any (${keys}::text[])
      order by t.id ${isDry ? sql`` : sql`for update of t`}) r`.execute(trx);
  return new Map(result.rows.map(({ record }) => [record.key, record]));
}

type Values = Readonly<Record<string, unknown>>;

interface Made {
  workspace_id: number | null;
  created_by: number | null;
  now: Date;
}

/** Creates a block of customers in one statement; those without a code get the next free ones. */
export async function insertCustomers(
  trx: Transaction,
  rows: readonly Values[],
  { workspace_id, created_by, now }: Made,
): Promise<WrittenRecords['created']> {
  const others = columns.filter((name) => name !== 'customer_code');
  // Told apart by the row, or one code would be made for all of them.
  const code = nextCustomerCode(sql`r.company_name is not null`);
  const result = await sql<
    WrittenRecords['created'][number]
  >`insert into customers (customer_code, ${refs(others)}, workspace_id, created_by, created_at, updated_at)
    select coalesce(r.customer_code, ${code}), ${own('r', others)}, ${workspace_id}::integer,
      ${created_by}::integer, ${now}, ${now}
    from json_populate_recordset(null::customers, ${JSON.stringify(rows)}::json) r
    returning id, company_name as label, to_jsonb(updated_at) as updated_at`.execute(trx);
  return result.rows;
}

/** Changes a block of customers, locked before, in one statement; each row has its `id` and all columns. */
export async function updateCustomers(
  trx: Transaction,
  rows: readonly Values[],
  now: Date,
): Promise<WrittenRecords['changed']> {
  const set = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`);
  const result = await sql<
    WrittenRecords['changed'][number]
  >`update customers t set ${sql.join(set)},
      updated_at = greatest(${now}::timestamptz, t.updated_at + interval '1 millisecond')
    from json_populate_recordset(null::customers, ${JSON.stringify(rows)}::json) r
    where t.id = r.id returning t.id, to_jsonb(t.updated_at) as updated_at`.execute(trx);
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

function own(alias: string, names: readonly string[] = columns): SqlPart {
  return sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));
}

function refs(names: readonly string[]): SqlPart {
  return sql.join(names.map((name) => sql.ref(name)));
}
