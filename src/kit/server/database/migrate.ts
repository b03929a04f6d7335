import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { StartError } from '~/kit/server/errors';

const lockKey = 742_001;

/**
 * Brings the database up to this program: every numbered file of `folder` not yet applied, in order, each in its own
 * transaction, under a lock so that several copies can start at once. A newer database than the program is refused.
 */
export async function migrate(
  pool: pg.Pool,
  folder: string,
  log: (line: string) => void,
): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists migrations (number int primary key, name text not null, applied_at timestamptz not null default now())',
    );
    const applied = await client.query<{ number: number }>('select number from migrations');
    const done = new Set(applied.rows.map((row) => row.number));
    refuseNewer(done, files);
    for (const name of files) {
      if (!done.has(numberOf(name))) await apply(client, folder, name, log);
    }
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release();
  }
}

function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}

function refuseNewer(done: ReadonlySet<number>, files: readonly string[]): void {
  const newest = numberOf(files.at(-1) ?? '0000');
  const unknown = [...done].filter((number) => number > newest);
  if (unknown.length > 0) {
    throw new StartError(
      `The database was made by a newer version of Manufacturing CRM (step ${Math.max(...unknown)}, this program knows ${newest}). Start the newer version.`,
    );
  }
}

async function apply(
  client: pg.PoolClient,
  folder: string,
  name: string,
  log: (line: string) => void,
): Promise<void> {
  const text = await readFile(path.join(folder, name), 'utf8');
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into migrations (number, name) values ($1, $2)', [
      numberOf(name),
      name,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database step ${name} failed and was taken back: ${reason}`);
  }
  log(`database: ${name}`);
}
