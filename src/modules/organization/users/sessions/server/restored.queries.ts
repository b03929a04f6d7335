import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';

/** After a restore no one is signed in, and no link to a new password is good (docs/product/backups.md#restore). */
export async function endEverySession(db: Db): Promise<void> {
  await sql`delete from session_tokens`.execute(db);
  await sql`delete from password_resets`.execute(db);
  await sql`delete from email_changes`.execute(db);
  await sql`delete from passkey_challenges`.execute(db);
  await sql`delete from provider_sign_ins`.execute(db);
  await sql`update sessions set ended_at = last_seen_at where ended_at is null`.execute(db);
}
