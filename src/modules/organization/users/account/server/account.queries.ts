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
