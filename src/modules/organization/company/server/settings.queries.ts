import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import { Transaction } from '~/kit/server/database/transaction';

interface Saved {
  name: string;
  value: unknown;
}

const readIn = new WeakMap<Transaction, Promise<Saved[]>>();

/** The saved settings; a transaction reads them once, and again after it changed one. */
export function listSettings(db: Db): Promise<Saved[]> {
  if (!(db instanceof Transaction)) return readSettings(db);
  const saved = readIn.get(db) ?? readSettings(db);
  readIn.set(db, saved);
  return saved;
}

async function readSettings(db: Db): Promise<Saved[]> {
  return (await sql<Saved>`select name, value from settings`.execute(db)).rows;
}

export async function saveSetting(trx: Transaction, name: string, value: unknown): Promise<void> {
  await sql`insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(trx);
  readIn.delete(trx);
}

interface SampleSetting {
  name: string;
  value: unknown;
  /** The value before; undefined where there was none. */
  before: unknown;
}

export async function insertSampleSetting(
  trx: Transaction,
  { name, value, before }: SampleSetting,
): Promise<void> {
  const former = before === undefined ? null : JSON.stringify(before);
  await sql`insert into sample_settings (name, value, before)
    values (${name}, ${JSON.stringify(value)}::jsonb, ${former}::jsonb)
    on conflict (name) do nothing`.execute(trx);
}

/** Puts back the settings that came with samples (docs/product/running.md#sample-data). */
export async function restoreSampleSettings(trx: Transaction): Promise<void> {
  await sql`with gone as (delete from sample_settings returning name, value, before),
    former as (update settings s set value = gone.before from gone
      where s.name = gone.name and s.value = gone.value and gone.before is not null)
    delete from settings s using gone
      where s.name = gone.name and s.value = gone.value and gone.before is null`.execute(trx);
  readIn.delete(trx);
}
