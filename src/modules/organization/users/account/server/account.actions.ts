import { logActivity } from '~/kit/server/database/activity-log';
import type { Context, Write } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import { enforceConfirmed, notFound } from '~/kit/server/errors';
import type { AccountState } from '../../sessions/sessions.fields';
import {
  getAccountState,
  putSessionTimeout,
  deletePhoto,
  findPhoto,
  putPhoto,
  type StoredPhoto,
} from './account.queries';
import { notifyOwnPages } from '../../sessions/server/sessions.service';
import { users } from '../../server/users.queries';
import { drawAnew, squared } from '~/kit/server/files/images';
import { photoSide, photoRequirements } from '../photos.rules';

/**
 * Sets after how many minutes without activity all of the person's sessions end; null for never. 403 for a longer time
 * until the person confirmed their identity.
 */
export async function setSessionTimeout(
  context: Context,
  minutes: AccountState['session_timeout_minutes'],
): Promise<Pick<AccountState, 'session_timeout_minutes'>> {
  return context.write(async (write, trx) => {
    const user = await lockRecord(trx, users, context.person.id);
    const { session_timeout_minutes: existing } = await getAccountState(trx, user.id);
    if (existing !== minutes) {
      if ((minutes ?? Infinity) > (existing ?? Infinity)) enforceConfirmed(context.person);
      await putSessionTimeout(trx, user.id, minutes);
      const [before, after] = [existing, minutes].map((each) => ({
        session_timeout_minutes: each,
      }));
      const title = 'User session timeout changed';
      const message = `${users.label(user)}: Session Timeout`;
      logActivity(write, users, user, {
        action: 'session timeout changed',
        before: before ?? null,
        after: after ?? null,
        title,
        message,
      });
      await notifyOwnPages(trx, user.id);
    }
    return { session_timeout_minutes: minutes };
  });
}

const quality = 82;

/** Converts an uploaded file into a square WebP; 400 when it is not a photo. */
export async function squarePhoto(file: Uint8Array, person: number): Promise<Buffer> {
  return drawAnew(file, {
    ...photoRequirements,
    who: person,
    codeOf: (kind) => `photo.${kind}`,
    draw: (image) => squared(image, photoSide).webp(quality),
  });
}

export async function changePhoto(context: Context, content: Buffer): Promise<void> {
  const { id } = context.person;
  await context.write(async (write, trx) => {
    await putPhoto(trx, { user: id, content, now: context.now });
    await notifyOfPhoto(write, 'photo changed');
  });
}

export async function removePhoto(context: Context): Promise<void> {
  await context.write(async (write, trx) => {
    if (await deletePhoto(trx, context.person.id)) await notifyOfPhoto(write, 'photo removed');
  });
}

/** Not through `updateRecord`: a photo is not a field of the user, and must not make an open profile form outdated. */
async function notifyOfPhoto(write: Write, action: string): Promise<void> {
  const { trx, context } = write;
  const user = await lockRecord(trx, users, context.person.id);
  logActivity(write, users, user, { action, before: null, after: null });
  await notifyOwnPages(trx, user.id);
}

/** A user's photo, for any signed-in person; 404 where there is none. */
export async function getPhoto(context: Context, user: number): Promise<StoredPhoto> {
  const photo = await findPhoto(context.db, user);
  if (!photo) throw notFound('Photo');
  return photo;
}
