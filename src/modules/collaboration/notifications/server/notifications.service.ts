import type { Context } from '~/kit/server/database/context';
import { sendToUser } from '~/kit/server/database/announce';
import type { Preferences, PreferencesPatch, ReadRequest } from '../notifications.fields';
import { changed } from '../notifications.rules';
import { countUnread, markRead } from './notifications.queries';
import { getPreferences, lockPreferences, savePreferences } from './preferences.queries';

export { getPreferences } from './preferences.queries';

/** Changes the signed-in person's preferences; fields that are not sent stay unchanged. */
export async function changePreferences(
  { person, now, transaction }: Context,
  patch: PreferencesPatch,
): Promise<Preferences> {
  return transaction(async (trx) => {
    await lockPreferences(trx, person.id);
    const preferences = changed(await getPreferences(trx, person.id), patch);
    await savePreferences(trx, { userId: person.id, preferences, now });
    return preferences;
  });
}

/** As many ids as fit into one message to a browser. */
const idsAtOnce = 500;

function inParts(request: ReadRequest): ReadRequest[] {
  if (!('ids' in request)) return [request];
  const parts = Math.ceil(request.ids.length / idsAtOnce);
  return Array.from({ length: parts }, (_, part) => ({
    ids: request.ids.slice(part * idsAtOnce, (part + 1) * idsAtOnce),
  }));
}

/** Marks the signed-in person's notifications as read in all windows; ids of other people are ignored. */
export async function readNotifications(
  { person, now, transaction }: Context,
  request: ReadRequest,
): Promise<{ unread: number }> {
  return transaction(async (trx) => {
    const marked = await markRead(trx, { userId: person.id, request, now });
    const unread = await countUnread(trx, person.id);
    for (const part of marked > 0 ? inParts(request) : [])
      await sendToUser(trx, person.id, 'notifications-read', part);
    return { unread };
  });
}
