import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { StartError } from '~/kit/server/errors';

const lockKey = 742_001;

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
 * database that had some. StartError when a step fails, which changes nothing, or when the database is newer.
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
    refuseNewer(from, to);
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

/** Makes the table of the steps that were taken; a database without it has none. */
export async function createStepTable(client: pg.ClientBase): Promise<void> {
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

async function missingSteps(client: pg.ClientBase, folder: string): Promise<string[]> {
  const applied = await client.query<{ number: number }>('select number from migrations');
  const done = new Set(applied.rows.map(({ number }) => number));
  return (await stepFiles(folder)).filter((name) => !done.has(numberOf(name)));
}

async function stepFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
}

function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}

async function currentStep(client: pg.ClientBase): Promise<number> {
  const found = await client.query<{ step: number }>(
    'select coalesce(max(number), 0) as step from migrations',
  );
  return found.rows[0]?.step ?? 0;
}

function refuseNewer(from: number, to: number): void {
  if (from <= to) return;
  throw new StartError(
    `The database was made by a newer version of Manufacturing CRM (step ${from}, this program knows ${to}). Start the newer version.`,
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
      name,
    ]);
    // A later step may alter a table only when nothing of it waits for the end of the transaction.
    await client.query('set constraints all immediate; set constraints all deferred');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The database step ${name} failed: ${reason}. Nothing was changed, and the version that ran before still starts.`,
    );
  }
}
