import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { sendToUser } from '~/kit/server/database/announce';
import type {
  Notification,
  Preferences,
  PreferencesPatch,
  ReadRequest,
} from '../notifications.fields';
import { changed } from '../notifications.rules';
import { countUnread, listNotifications, markRead } from './notifications.queries';
import { findPreferences, lockPreferences, savePreferences } from './preferences.queries';

/** What a person is told of and how; what was never changed is as docs/product/notifications.md#events has it. */
export async function getPreferences(db: Db, userId: number): Promise<Preferences> {
  return findPreferences(db, userId);
}

/** Changes some of the signed-in person's own choices; what is not sent stays. */
export async function changePreferences(
  { person, now, transaction }: Context,
  patch: PreferencesPatch,
): Promise<Preferences> {
  return transaction(async (trx) => {
    await lockPreferences(trx, person.id);
    const preferences = changed(await findPreferences(trx, person.id), patch);
    await savePreferences(trx, { userId: person.id, preferences, now });
    return preferences;
  });
}

/** What arrived for a person, newest first. */
export async function getNotifications(
  db: Db,
  userId: number,
  limit: number,
): Promise<Notification[]> {
  return listNotifications(db, userId, limit);
}

/** Marks the signed-in person's own as read, here and in every other window; ids of other people change nothing. */
export async function readNotifications(
  { person, now, transaction }: Context,
  wish: ReadRequest,
): Promise<{ unread: number }> {
  return transaction(async (trx) => {
    const marked = await markRead(trx, { userId: person.id, wish, now });
    const unread = await countUnread(trx, person.id);
    if (marked > 0) await sendToUser(trx, person.id, 'notifications-read', wish);
    return { unread };
  });
}
