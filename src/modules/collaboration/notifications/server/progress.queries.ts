import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

/** When the last daily summary was sent, locked until the transaction ends; null while another instance holds it. */
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
 * Records the newest migration as known. Returns the previously known one when it differs; the row stays locked, so
 * that only one of several instances reports the upgrade.
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
