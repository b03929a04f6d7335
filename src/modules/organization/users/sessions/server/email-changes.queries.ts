import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

interface EmailChange {
  id: number;
  user_id: number;
  email: string;
}

/** Takes the place of an earlier wish of the same user, whose links end. */
export async function putEmailChange(
  trx: Transaction,
  change: { user: number; email: string; expires: Date },
): Promise<number> {
  const { user, email, expires } = change;
  await endEmailChange(trx, user);
  const created = await sql<{ id: number }>`insert into email_changes (user_id, email, expires_at)
    values (${user}, ${email}, ${expires}) returning id`.execute(trx);
  return Number(created.rows[0]?.id ?? 0);
}

/** One more link that confirms; false when the wish is over. */
export async function addConfirmation(
  db: Db,
  { id, digest, now }: { id: number; digest: Buffer; now: Date },
): Promise<boolean> {
  const added = await sql`update email_changes set digests = digests || ${digest}::bytea
    where id = ${id} and expires_at > ${now} returning id`.execute(db);
  return added.rows.length > 0;
}

/** The wish that this link confirms; null when it is unknown or over. */
export async function findEmailChange(
  db: Db,
  digest: Buffer,
  now: Date,
): Promise<EmailChange | null> {
  const found = await sql<EmailChange>`select id, user_id, email from email_changes
    where digests @> array[${digest}::bytea] and expires_at > ${now}`.execute(db);
  return found.rows[0] ?? null;
}

export async function endEmailChange(trx: Transaction, user: number): Promise<void> {
  await sql`delete from email_changes where user_id = ${user}`.execute(trx);
}
