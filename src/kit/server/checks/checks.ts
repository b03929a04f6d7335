import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { type Db, dbOn } from '~/kit/server/database/db';
import { faultOf } from '~/kit/server/database/faults';

interface CatalogueCheck {
  name: string;
  faults: RawBuilder<{ what: string }>;
}

interface Reference {
  table: string;
  target: string;
  columns: string[];
  target_columns: string[];
}

/*
 * PostgreSQL enforces these rules itself, unless someone switched that off or the disk lost data. So the checks test the
 * rows by the rules in the catalogue.
 */

/** Every foreign key points at a row that is there. */
export async function references(db: Db): Promise<CatalogueCheck> {
  const found = await sql<Reference>`select c.relname as table, f.relname as target,
      array(select attname::text from unnest(k.conkey) with ordinality u (num, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = num order by place) as columns,
      array(select attname::text from unnest(k.confkey) with ordinality u (num, place)
        join pg_attribute a on a.attrelid = f.oid and a.attnum = num order by place) as target_columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and ${ours} order by 1, 2`.execute(db);
  return {
    name: 'All references point to existing records',
    faults: unionOf(found.rows.map(dangling)),
  };
}

function dangling({ table, target, columns, target_columns }: Reference): RawBuilder<unknown> {
  const from = columns.map((column) => sql.ref(`t.${column}`));
  const matches = from.map((column, at) => sql`${sql.ref(`r.${target_columns[at]}`)} = ${column}`);
  const given = from.map((column) => sql`${column} is not null`);
  return sql`select concat_ws(' ', ${sql.lit(`${table}:`)}, to_jsonb(t)->>'id',
      ${sql.lit(`points at ${target}`)}, ${sql.join(from)}, 'which is not there') as what
    from ${sql.table(table)} t where ${sql.join(given, sql` and `)}
      and not exists (select from ${sql.table(target)} r where ${sql.join(matches, sql` and `)})`;
}

/** Every row keeps the rules that its table declares for its columns. */
async function columnRules(db: Db): Promise<CatalogueCheck> {
  const found = await sql<{ table: string; rule: string; condition: string }>`
    select c.relname as table, k.conname as rule, pg_get_expr(k.conbin, k.conrelid) as condition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'c' and ${ours} order by 1, 2`.execute(db);
  const broken = found.rows.map(
    ({ table, rule, condition }) =>
      sql`select concat_ws(' ', ${sql.lit(`${table}:`)}, to_jsonb(${sql.ref(table)})->>'id',
          ${sql.lit(`breaks ${rule}`)}) as what
        from ${sql.table(table)} where not (${sql.raw(condition)})`,
  );
  return { name: 'All records satisfy the constraints of their tables', faults: unionOf(broken) };
}

const ours = sql`c.relnamespace = (select oid from pg_namespace where nspname = current_schema())`;

function unionOf(parts: readonly RawBuilder<unknown>[]): RawBuilder<{ what: string }> {
  if (parts.length === 0) return sql<{ what: string }>`select '' as what where false`;
  return sql<{ what: string }>`${sql.join(parts, sql` union all `)}`;
}

/**
 * Something that is always true of the database; contributed by the module that owns the tables
 * (docs/product/backups.md#verify). Its statement gives a row for each fault, the first one first.
 */
export interface Check {
  name: string;
  faults: RawBuilder<{ what: string }>;
}

export interface CheckResult {
  name: string;
  faults: number;
  first: string[];
}

const shownFaults = 5;

/**
 * Runs the checks of the modules and those that follow from the tables themselves, on one snapshot of the
 * database, also while others write. Takes a connection and ends it.
 */
export async function runChecks(
  connect: () => Promise<pg.Client>,
  ofModules: readonly Check[],
  signal?: AbortSignal,
): Promise<CheckResult[]> {
  const client = await connect();
  const stop = () => void client.end();
  signal?.addEventListener('abort', stop);
  try {
    await client.query(
      `begin isolation level repeatable read, read only;
       set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
    );
    const db = dbOn(client);
    const results: CheckResult[] = [];
    for (const check of [...ofModules, await references(db), await columnRules(db)]) {
      results.push(await runCheck(db, check));
    }
    return results;
  } finally {
    signal?.removeEventListener('abort', stop);
    await client.end();
  }
}

/** A check that cannot be made is a fault itself, and the others are made. */
async function runCheck(db: Db, check: Check): Promise<CheckResult> {
  await sql`savepoint one_check`.execute(db);
  try {
    return await countFaults(db, check);
  } catch (error) {
    const reason = faultOf(error);
    await sql`rollback to savepoint one_check`.execute(db);
    const cause = error instanceof Error ? error.message : reason;
    return { name: check.name, faults: 1, first: [`The check failed: ${cause}`] };
  }
}

async function countFaults(db: Db, { name, faults }: Check): Promise<CheckResult> {
  const result = await sql<{ count: number; first: string[] }>`
    with found as materialized (select what, row_number() over () as place from (${faults}) f)
    select (select count(*)::integer from found) as count,
      array(select what from found order by place limit ${shownFaults}) as first`.execute(db);
  const [row] = result.rows;
  return { name, faults: row?.count ?? 0, first: row?.first ?? [] };
}
