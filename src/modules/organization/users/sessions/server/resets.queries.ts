import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

/** A wish for a new password; its link is made when the mail is sent. */
export async function insertReset(
  trx: Transaction,
  reset: { user: number; expires: Date },
): Promise<number> {
  const created = await sql<{ id: number }>`insert into password_resets (user_id, expires_at)
    values (${reset.user}, ${reset.expires}) returning id`.execute(trx);
  return Number(created.rows[0]?.id ?? 0);
}

/** One more link that fulfils the wish; false when it is over. */
export async function addResetToken(
  db: Db,
  { id, digest, now }: { id: number; digest: Buffer; now: Date },
): Promise<boolean> {
  const added = await sql`update password_resets set digests = digests || ${digest}::bytea
    where id = ${id} and used_at is null and expires_at > ${now} returning id`.execute(db);
  return added.rows.length > 0;
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
    where digests @> array[${digest}::bytea] and used_at is null and expires_at > ${now}`.execute(
    db,
  );
  return found.rows[0]?.user_id ?? null;
}

export async function spendResets(trx: Transaction, user: number, now: Date): Promise<void> {
  await sql`update password_resets set used_at = ${now}
    where user_id = ${user} and used_at is null`.execute(trx);
}
