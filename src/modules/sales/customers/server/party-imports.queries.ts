import { sql } from 'kysely';
import { type CodeColumn, nextCode } from '~/kit/server/database/codes';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Fields } from '~/kit/shared/fields/fields';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { PartyKind } from '../customers.rules';

/** The companies of a table as a file finds them. */
export interface PartyTable<Column extends string = string> {
  kind: PartyKind;
  noun: string;
  codes: CodeColumn;
  fields: Fields & Record<'gstin' | 'email' | 'phone' | 'company_name', Fields[string]>;
  /** The columns that are compared with a file and changed by it. */
  columns: readonly (Column | 'workspace_id')[];
}

/** A company of the database, by the key that found it. */
export type ExistingParty<Row> = Row & { key: string; is_read: boolean };

/** What every found company has. */
export type FoundParty = ExistingParty<{ id: number }>;

/** What identifies a company besides its code, as the indexes contain it. */
const keys = {
  gstin: (value: SqlPart) => value,
  email: (value: SqlPart) => sql`folded(${value})`,
  phone: (value: SqlPart) => sql`phone_key(${value})`,
  company_name: (value: SqlPart) => sql`folded(${value})`,
};

/** What tells whether two customers are one company. */
export const companyKey = keys.company_name;

/** What companies are looked for by: the code of their kind, or a field of both. */
export type SoughtField = keyof typeof keys | 'code';

/** The field that identifies the company of a row: the code of its kind, unless the mapping has chosen another one. */
export function matchFieldOf(heading: { key: string }): Exclude<SoughtField, 'company_name'> {
  const { key } = heading;
  return key === 'gstin' || key === 'email' || key === 'phone' ? key : 'code';
}

/** A value as the index of the field contains it. */
export function keyOf(by: SoughtField): (value: SqlPart) => SqlPart {
  return by === 'code' ? (value) => sql`lower(${value})` : keys[by];
}

/** The column of the field. */
export function columnOf({ codes }: PartyTable, by: SoughtField): string {
  return by === 'code' ? codes.column : by;
}

/**
 * The companies with these keys, two of each at most, locked in the order of their ids unless `isDry`. A code finds also
 * those that the person may not read.
 */
export async function findByKeys<Row extends FoundParty>(
  trx: Transaction,
  party: PartyTable,
  { by, keys: sought }: { by: SoughtField; keys: readonly string[] },
  { person, isDry }: { person: Person; isDry: boolean },
): Promise<Row[]> {
  const table = sql.table(party.kind);
  const key = keyOf(by)(sql.ref(`t.${columnOf(party, by)}`));
  const isRead = readable(person, party.kind);
  const isFound = by === 'code' ? sql`true` : isRead;
  const columns = sql.join(party.columns.map((name) => sql.ref(`t.${name}`)));
  const result = await sql<{ record: Row }>`select row_to_json(r) as record from (
      select t.id, ${columns}, ${key} as key, ${isRead} as is_read
      from ${table} t where t.id in (
        select f.id from unnest(${[...new Set(sought)]}::text[]) each (key) cross join lateral (
          select t.id from ${table} t where ${key} = each.key and ${isFound} limit 2) f)
      order by t.id ${isDry ? sql`` : sql`for update of t`}) r`.execute(trx);
  return result.rows.map(({ record }) => record);
}

/** Ids for a block of new companies, and codes: the next free ones where they are null. */
export async function takeIds(
  trx: Transaction,
  { codes }: PartyTable,
  given: readonly unknown[],
): Promise<{ id: number }[]> {
  // The condition on the row makes the database compute one code for each.
  const code = nextCode(codes, sql`r.n > 0`);
  const result = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${codes.table}, 'id'))::integer as id,
      coalesce(r.code, ${code}) as ${sql.ref(codes.column)}
    from unnest(${given}::text[]) with ordinality r (code, n) order by n`.execute(trx);
  return result.rows;
}
