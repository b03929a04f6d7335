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
