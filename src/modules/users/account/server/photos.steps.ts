import { ResizeFit, Transformer } from '@napi-rs/image';
import { logActivity } from '~/kit/server/database/activity-log';
import type { Context, Write } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import { canDecode, damagedPhoto, photoSide } from '../photos.rules';
import { inTurn } from '../../server/hashes.service';
import { deletePhoto, findPhoto, putPhoto, type StoredPhoto } from './photos.queries';
import { tellOwnPages } from '../../sessions/server/sessions.service';
import { users } from '../../server/users.queries';

const quality = 82;

/**
 * Makes a file that somebody sent into a square WebP of our own, upright and without metadata: where and when it was
 * taken stays with its owner. 400 for what is no photo. Decodes in a thread, in turns with the hashes.
 */
export async function squarePhoto(file: Uint8Array): Promise<Buffer> {
  const verdict = canDecode(file);
  if (!verdict.ok) enforce(verdict, 400, [{ field: 'photo', message: verdict.sentence }]);
  const square = await inTurn(() =>
    new Transformer(file)
      .rotate()
      .resize({ width: photoSide, height: photoSide, fit: ResizeFit.Cover })
      .webp(quality)
      .catch(() => null),
  );
  if (!square) throw invalid('photo', damagedPhoto);
  return square;
}

/** Stores the signed-in person's photo, which `squarePhoto` has made. */
export async function changePhoto(context: Context, content: Buffer): Promise<void> {
  const { id } = context.person;
  await context.transaction(async (trx) => {
    const write = { trx, context };
    await putPhoto(trx, { user: id, content, now: context.now });
    await tellPhoto(write, 'photo changed');
  });
}

/** Removes the signed-in person's photo; there may be none. */
export async function removePhoto(context: Context): Promise<void> {
  await context.transaction(async (trx) => {
    if (await deletePhoto(trx, context.person.id))
      await tellPhoto({ trx, context }, 'photo removed');
  });
}

/** Not through `updateRecord`: a photo is no field of the user, and must not make an open form of the profile stale. */
async function tellPhoto(write: Write, action: string): Promise<void> {
  const { trx, context } = write;
  const user = await lockRecord(trx, users, context.person.id);
  logActivity(write, users, user, { action, before: null, after: null });
  await tellOwnPages(trx, user.id);
}

/** A user's photo, for any signed-in person; 404 where there is none. */
export async function getPhoto(context: Context, user: number): Promise<StoredPhoto> {
  const photo = await findPhoto(context.db, user);
  if (!photo) throw notFound('Photo');
  return photo;
}
