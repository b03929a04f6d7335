import { sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { AccountState } from '../../sessions/sessions.fields';

export async function getAccountState(db: Db, user: number): Promise<AccountState> {
  const found = await sql<AccountState>`select u.session_timeout_minutes,
      ${instantText(sql.ref('p.changed_at'))} as photo_changed_at
    from users u left join user_photos p on p.user_id = u.id where u.id = ${user}`.execute(db);
  return found.rows[0] ?? { session_timeout_minutes: null, photo_changed_at: null };
}

export async function putSessionTimeout(
  trx: Transaction,
  user: number,
  minutes: AccountState['session_timeout_minutes'],
): Promise<void> {
  await sql`update users set session_timeout_minutes = ${minutes} where id = ${user}`.execute(trx);
}

export interface StoredPhoto {
  content: Buffer;
  changed_at: string;
}

export async function findPhoto(db: Db, user: number): Promise<StoredPhoto | null> {
  const found = await sql<StoredPhoto>`select content,
      ${instantText(sql.ref('changed_at'))} as changed_at
    from user_photos where user_id = ${user}`.execute(db);
  return found.rows[0] ?? null;
}

/** Stores the photo, replacing the previous one; two changes within a millisecond get different timestamps. */
export async function putPhoto(
  trx: Transaction,
  photo: { user: number; content: Buffer; now: Date },
): Promise<void> {
  const { user, content, now } = photo;
  await sql`insert into user_photos as p (user_id, content, changed_at)
    values (${user}, ${content}, ${now})
    on conflict (user_id) do update set content = excluded.content,
      changed_at = greatest(excluded.changed_at, p.changed_at + interval '1 millisecond')`.execute(
    trx,
  );
}

/** False when there was none. */
export async function deletePhoto(trx: Transaction, user: number): Promise<boolean> {
  const deleted =
    await sql`delete from user_photos where user_id = ${user} returning user_id`.execute(trx);
  return deleted.rows.length > 0;
}
