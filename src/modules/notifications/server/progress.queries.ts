import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

/** Where the daily summaries stand, locked until the transaction ends; null while another copy has it. */
export async function lockDigests(trx: Transaction): Promise<Date | null> {
  const found = await sql<{ digested_until: string }>`select digested_until
    from notification_state for update skip locked`.execute(trx);
  const row = found.rows[0];
  return row ? new Date(row.digested_until) : null;
}

export async function findDigestedUntil(db: Db): Promise<Date | null> {
  const found = await sql<{ digested_until: string }>`select digested_until
    from notification_state`.execute(db);
  const row = found.rows[0];
  return row ? new Date(row.digested_until) : null;
}

export async function setDigestedUntil(trx: Transaction, until: Date): Promise<void> {
  await sql`update notification_state set digested_until = ${until}`.execute(trx);
}

/**
 * Notes the newest step of the database as known. Gives the step that was known before, when there was one and it is
 * another; the row stays locked, so that of several copies one tells of it.
 */
export async function noteMigration(
  trx: Transaction,
): Promise<{ from: number; to: number } | null> {
  const found = await sql<{ from: number | null; to: number }>`select
      s.known_migration as "from", (select max(number) from migrations) as "to"
    from notification_state s for update`.execute(trx);
  const row = found.rows[0];
  if (!row || row.from === row.to) return null;
  await sql`update notification_state set known_migration = ${row.to}`.execute(trx);
  return row.from === null ? null : { from: row.from, to: row.to };
}
