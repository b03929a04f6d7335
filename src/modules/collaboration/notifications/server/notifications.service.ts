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

/** A person's preferences; unset ones have the defaults of docs/product/notifications.md#events. */
export async function getPreferences(db: Db, userId: number): Promise<Preferences> {
  return findPreferences(db, userId);
}

/** Changes the signed-in person's preferences; fields that are not sent stay unchanged. */
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

export async function getNotifications(
  db: Db,
  userId: number,
  limit: number,
): Promise<Notification[]> {
  return listNotifications(db, userId, limit);
}

/** As many ids as fit into one message to a browser. */
const idsAtOnce = 500;

function inParts(wish: ReadRequest): ReadRequest[] {
  if (!('ids' in wish)) return [wish];
  const parts = Math.ceil(wish.ids.length / idsAtOnce);
  return Array.from({ length: parts }, (_, part) => ({
    ids: wish.ids.slice(part * idsAtOnce, (part + 1) * idsAtOnce),
  }));
}

/** Marks the signed-in person's notifications as read in all windows; ids of other people are ignored. */
export async function readNotifications(
  { person, now, transaction }: Context,
  wish: ReadRequest,
): Promise<{ unread: number }> {
  return transaction(async (trx) => {
    const marked = await markRead(trx, { userId: person.id, wish, now });
    const unread = await countUnread(trx, person.id);
    for (const part of marked > 0 ? inParts(wish) : [])
      await sendToUser(trx, person.id, 'notifications-read', part);
    return { unread };
  });
}
