import { logActivity } from '~/kit/server/database/activity-log';
import type { Context, Write } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import { notFound } from '~/kit/server/errors';
import { drawAnew, squared } from '~/kit/server/files/images';
import { photoSide, photoRequirements } from '../photos.rules';
import { deletePhoto, findPhoto, putPhoto, type StoredPhoto } from './photos.queries';
import { notifyOwnPages } from '../../sessions/server/sessions.service';
import { users } from '../../server/users.queries';

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
