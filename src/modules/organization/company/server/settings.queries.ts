import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

export async function listSettings(db: Db): Promise<{ name: string; value: unknown }[]> {
  const result = await sql<{
    name: string;
    value: unknown;
  }>`select name, value from settings`.execute(db);
  return result.rows;
}

export async function saveSetting(trx: Transaction, name: string, value: unknown): Promise<void> {
  await sql`insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(trx);
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
}
