import { sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { BackupResult, BackupRun, RunKind, VerifyResult, VerifyRun } from '../runs.fields';

interface Runs {
  backup: BackupRun;
  verify: VerifyRun;
}

const instant = (name: string) => sql`${instantText(sql.ref(name))} as ${sql.ref(name)}`;

const columns = sql`id, status, requested_by_name, result, error, ${instant('created_at')}, ${instant('ended_at')}`;

const shownRuns = 30;

export async function listRuns<K extends RunKind>(db: Db, kind: K): Promise<Runs[K][]> {
  const found = await sql<Runs[K]>`select ${columns} from maintenance_runs where kind = ${kind}
    order by id desc limit ${shownRuns}`.execute(db);
  return found.rows;
}

/** Asks for a run; the one that waits already, where there is one. */
export async function askForRun<K extends RunKind>(
  trx: Transaction,
  run: { kind: K; by: { id: number; name: string } | null; now: Date },
): Promise<Runs[K]> {
  const { kind, by, now } = run;
  await sql`insert into maintenance_runs (kind, requested_by, requested_by_name, created_at)
    values (${kind}, ${by?.id ?? null}, ${by?.name ?? null}, ${now}) on conflict do nothing`.execute(
    trx,
  );
  const found = await sql<Runs[K]>`select ${columns} from maintenance_runs
    where kind = ${kind} order by id desc limit 1`.execute(trx);
  const [waiting] = found.rows;
  if (!waiting) throw new Error('A requested run is missing');
  return waiting;
}

/** When the clock last asked for a backup. */
export async function findLastNight(db: Db): Promise<Date | null> {
  const found = await sql<{ at: string }>`select ${instantText(sql`max(created_at)`)} as at
    from maintenance_runs where kind = 'backup' and requested_by_name is null`.execute(db);
  const at = found.rows[0]?.at;
  return at ? new Date(at) : null;
}

/** Takes the oldest of these kinds that waits. */
export async function startRun(
  db: Db,
  kinds: readonly RunKind[],
  now: Date,
): Promise<{ id: number; kind: RunKind } | null> {
  const started = await sql<{ id: number; kind: RunKind }>`
    update maintenance_runs set status = 'running', started_at = ${now}
    where id = (select min(id) from maintenance_runs
      where status = 'waiting' and kind = any (${kinds}))
    returning id, kind`.execute(db);
  return started.rows[0] ?? null;
}

export type Ending =
  | { status: 'done'; result: BackupResult | VerifyResult }
  | { status: 'failed'; error: string };

export async function endRun(
  trx: Transaction,
  { id, now, ...ending }: Ending & { id: number; now: Date },
): Promise<void> {
  const result = ending.status === 'done' ? JSON.stringify(ending.result) : null;
  const error = ending.status === 'failed' ? ending.error : null;
  await sql`update maintenance_runs set status = ${ending.status}, ended_at = ${now},
    result = ${result}::jsonb, error = ${error} where id = ${id}`.execute(trx);
}

/** Those that a stopped or killed server left; called while no other runs. */
export async function failAbandonedRuns(db: Db, now: Date): Promise<void> {
  await sql`update maintenance_runs set status = 'failed', ended_at = ${now},
    error = 'The server was stopped during the run' where status = 'running'`.execute(db);
}
