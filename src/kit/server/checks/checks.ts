import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { type Db, dbOn } from '~/kit/server/database/db';
import { faultOf } from '~/kit/server/database/faults';
import { columnRules, references } from './catalogue-checks';

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
