import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { StartError } from '~/kit/server/errors';

const lockKey = 742_001;

/**
 * Files numbered up to here are the baseline: the tables as the former steps 0001 to 0117 left them. A database that took
 * these steps has the tables already (docs/decisions/0117).
 */
const baseline = 117;
/** The oldest database that comes along, by the former steps in `formerFolder`. */
const oldest = 107;
const formerFolder = 'from-0107';

export interface Upgrade {
  from: number;
  to: number;
}

interface Steps {
  folder: string;
  log: (line: string) => void;
}

/**
 * Brings the database up to this program: every numbered file of `folder` not yet applied, in order, all in one
 * transaction, under a lock so that several copies can start at once. `beforeUpgrade` is called before the steps of a
 * database that had some. StartError when a step fails, which changes nothing, or when the database is newer or too old.
 */
export async function migrate(
  pool: pg.Pool,
  { beforeUpgrade, ...steps }: Steps & { beforeUpgrade?: (upgrade: Upgrade) => Promise<void> },
): Promise<void> {
  const client = await pool.connect();
  try {
    // The pool's limits are for calls: a step, and waiting for another copy's, may take longer.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await createStepTable(client);
    const from = await currentStep(client);
    const to = await newestStep(steps.folder);
    if (from > 0) refuseOther(from, to);
    if ((await missingSteps(client, steps.folder)).length === 0) return;
    if (from > 0) await beforeUpgrade?.({ from, to });
    await inOneGo(client, () => applySteps(client, { ...steps, upTo: to }));
  } finally {
    // Its lock and its settings go with the connection.
    client.release(true);
  }
}

export async function newestStep(folder: string): Promise<number> {
  const files = await stepFiles(folder);
  return numberOf(files.at(-1) ?? '0000');
}

async function createStepTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    'create table if not exists migrations (number int primary key, name text not null, applied_at timestamptz not null default now())',
  );
}

/** Applies the missing steps up to a number within the caller's transaction; StartError names the one that failed. */
export async function applySteps(
  client: pg.ClientBase,
  { folder, log, upTo }: Steps & { upTo: number },
): Promise<void> {
  const missing = await missingSteps(client, folder);
  for (const name of missing.filter((each) => numberOf(each) <= upTo)) {
    await apply(client, folder, name);
    log(`database: ${name}`);
  }
}

/** Makes the tables of an empty database as they were at a step, or at the baseline where that is newer. */
export async function createTables(
  client: pg.ClientBase,
  { step, ...steps }: Steps & { step: number },
): Promise<void> {
  await createStepTable(client);
  await applySteps(client, { ...steps, upTo: Math.max(step, baseline) });
}

/** Whether a step is before the baseline: columns that were added since may be missing. */
export function isBeforeBaseline(step: number): boolean {
  return step < baseline;
}

/** The sentence that refuses what only an earlier version reads; null where this one does. */
export function tooOld(what: 'database' | 'backup', step: number): string | null {
  if (step >= oldest) return null;
  const earlier = 'Manufacturing CRM of commit 25c1a39';
  const way =
    what === 'database'
      ? `start ${earlier} on it first, and then this version.`
      : `restore it with ${earlier}, and back it up there.`;
  return `The ${what} is at step ${step}, which is too old for this version: ${way}`;
}

async function missingSteps(client: pg.ClientBase, folder: string): Promise<string[]> {
  const applied = await client.query<{ number: number }>('select number from migrations');
  const done = new Set(applied.rows.map(({ number }) => number));
  const files = await stepFiles(folder);
  const first = done.has(oldest)
    ? (await stepFiles(path.join(folder, formerFolder))).map((name) => `${formerFolder}/${name}`)
    : files.filter((name) => numberOf(name) <= baseline);
  const later = files.filter((name) => numberOf(name) > baseline);
  return [...first, ...later].filter((name) => !done.has(numberOf(name)));
}

async function stepFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
}

function numberOf(name: string): number {
  return Number(path.basename(name).slice(0, 4));
}

async function currentStep(client: pg.ClientBase): Promise<number> {
  const found = await client.query<{ step: number }>(
    'select coalesce(max(number), 0) as step from migrations',
  );
  return found.rows[0]?.step ?? 0;
}

function refuseOther(from: number, to: number): void {
  const refusal = tooOld('database', from);
  if (refusal !== null) throw new StartError(refusal);
  if (from <= to) return;
  throw new StartError(
    `The database belongs to a newer version of Manufacturing CRM (migration ${from}; this version supports ${to}). Start the newer version.`,
  );
}

async function inOneGo(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function apply(client: pg.ClientBase, folder: string, name: string): Promise<void> {
  try {
    await client.query(await readFile(path.join(folder, name), 'utf8'));
    await client.query('insert into migrations (number, name) values ($1, $2)', [
      numberOf(name),
      path.basename(name),
    ]);
    // A later step may alter a table only when nothing of it waits for the end of the transaction.
    await client.query('set constraints all immediate; set constraints all deferred');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `Migration ${path.basename(name)} failed: ${reason}. Nothing was changed; the previous version still starts.`,
    );
  }
}
