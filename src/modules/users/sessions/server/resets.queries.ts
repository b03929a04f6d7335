import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

export async function insertReset(
  trx: Transaction,
  reset: { digest: Buffer; user: number; expires: Date },
): Promise<void> {
  await sql`insert into password_resets (digest, user_id, expires_at)
    values (${reset.digest}, ${reset.user}, ${reset.expires})`.execute(trx);
}

/** The number of a user's links that have not expired, used or not. */
export async function countResets(trx: Transaction, user: number, now: Date): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from password_resets
    where user_id = ${user} and expires_at > ${now}`.execute(trx);
  return found.rows[0]?.count ?? 0;
}

/** The user whose password this link may set, or null when it is unknown, used or expired. */
export async function findResetUser(db: Db, digest: Buffer, now: Date): Promise<number | null> {
  const found = await sql<{ user_id: number }>`select user_id from password_resets
    where digest = ${digest} and used_at is null and expires_at > ${now}`.execute(db);
  return found.rows[0]?.user_id ?? null;
}

export async function spendResets(trx: Transaction, user: number, now: Date): Promise<void> {
  await sql`update password_resets set used_at = ${now}
    where user_id = ${user} and used_at is null`.execute(trx);
}
