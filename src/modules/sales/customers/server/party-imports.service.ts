import { sql } from 'kysely';
import { type CodeColumn, nextCode } from '~/kit/server/database/codes';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Fields } from '~/kit/shared/fields/fields';
import type { FieldProblem } from '~/kit/shared/verdict';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { CheckedRow } from '~/modules/records/imports/rows.rules';
import { listKeys, type Match } from '~/modules/records/imports/server/import-writer.service';
import type { Run } from '~/modules/records/imports/server/imports.service';
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

type Found = ExistingParty<{ id: number }>;

/** What identifies a company besides its code, as the indexes contain it. */
const keys = {
  gstin: (value: SqlPart) => value,
  email: (value: SqlPart) => sql`folded(${value})`,
  phone: (value: SqlPart) => sql`phone_key(${value})`,
  company_name: (value: SqlPart) => sql`folded(${value})`,
};

/** What tells whether two customers are one company. */
export const companyKey = keys.company_name;

type SoughtField = keyof typeof keys | 'code';

/** The field that identifies the company of a row: the code of its kind, unless the mapping has chosen another one. */
export function matchFieldOf(heading: { key: string }): Exclude<SoughtField, 'company_name'> {
  const { key } = heading;
  return key === 'gstin' || key === 'email' || key === 'phone' ? key : 'code';
}

function keyOf(by: SoughtField): (value: SqlPart) => SqlPart {
  return by === 'code' ? (value) => sql`lower(${value})` : keys[by];
}

function columnOf({ codes }: PartyTable, by: SoughtField): string {
  return by === 'code' ? codes.column : by;
}

/**
 * The companies with these keys, two of each at most, locked in the order of their ids unless `isDry`. A code finds also
 * those that the person may not read.
 */
export async function findByKeys<Row extends Found>(
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

/**
 * The company of each row: by its code, or by the field that the mapping has chosen
 * (docs/product/customers.md#import-and-export).
 */
export async function partyMatches<Row extends Found>(
  run: Run,
  party: PartyTable,
  by: Exclude<SoughtField, 'company_name'>,
  rows: readonly CheckedRow[],
): Promise<Match<Row>[]> {
  const codeField = party.codes.column;
  const own = await keysBy(run, party, by, rows);
  const byName = new Map<string, Row[]>();
  for (const found of await findBy<Row>(run, party, by, own)) {
    const same = byName.get(found.key);
    if (same) same.push(found);
    else byName.set(found.key, [found]);
  }
  if (by === 'code') {
    return own.map((key) => ({
      keys: key === '' ? [] : [key],
      existing: byName.get(key)?.[0] ?? null,
    }));
  }
  const codes = await keysBy(run, party, 'code', rows);
  const coded = new Map((await findBy(run, party, 'code', codes)).map(({ key, id }) => [key, id]));
  return rows.map(({ values }, at) => {
    const key = own[at] ?? '';
    const code = codes[at] ?? '';
    const several = byName.get(key) ?? [];
    const [existing = null] = several;
    const matched = [...(key === '' ? [] : [`${by} ${key}`]), ...(code === '' ? [] : [code])];
    const problem =
      (several.length > 1 ? severalHave(party, by) : null) ??
      (coded.has(code) && coded.get(code) !== existing?.id
        ? takenCode(party, String(values[codeField]))
        : null);
    return problem ? { keys: matched, existing: null, problem } : { keys: matched, existing };
  });
}

function keysBy(
  { session }: Run,
  party: PartyTable,
  by: SoughtField,
  rows: readonly CheckedRow[],
): Promise<string[]> {
  const name = columnOf(party, by);
  const texts = rows.map(({ values }) => String(values[name] ?? ''));
  return listKeys(session.trx, texts, keyOf(by));
}

async function findBy<Row extends Found>(
  { session, context, dryRun }: Run,
  party: PartyTable,
  by: SoughtField,
  all: readonly string[],
): Promise<Row[]> {
  const sought = all.filter((key) => key !== '');
  if (sought.length === 0) return [];
  const { person } = context;
  return findByKeys(session.trx, party, { by, keys: sought }, { person, isDry: dryRun });
}

export function severalHave(
  { kind, noun, fields }: PartyTable,
  by: 'gstin' | 'email' | 'phone' | 'company_name',
): FieldProblem {
  const { label } = fields[by];
  const message = `Several ${kind} have this ${label}. Match by ${noun} code, or merge them.`;
  return { field: by, message };
}

export function takenCode({ noun, codes }: PartyTable, code: string): FieldProblem {
  return { field: codes.column, message: `The ${noun} code ${code} is already in use` };
}
