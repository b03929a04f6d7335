import { ResizeFit, Transformer } from '@napi-rs/image';
import { logActivity } from '~/kit/server/database/activity-log';
import type { Context, Write } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import { createGate } from '~/kit/server/gate';
import { canDecode, damagedPhoto, photoSide } from '../photos.rules';
import { deletePhoto, findPhoto, putPhoto, type StoredPhoto } from './photos.queries';
import { tellOwnPages } from '../../sessions/server/sessions.service';
import { users } from '../../server/users.queries';

const quality = 82;

const conversions = createGate({
  running: 1,
  waiting: 20,
  each: 10,
  sentence: 'Too many photos are being converted just now. Please try again in a moment.',
  retryAfterSeconds: 2,
});

/**
 * Converts an uploaded file into a square WebP, upright and without metadata, which could reveal where and when it was
 * taken. 400 when it is not a photo. Decodes in a worker thread, one photo at a time.
 */
export async function squarePhoto(file: Uint8Array, person: number): Promise<Buffer> {
  const verdict = canDecode(file);
  if (!verdict.ok) enforce(verdict, 400, [{ field: 'photo', message: verdict.sentence }]);
  const square = await conversions.run(
    () =>
      new Transformer(file)
        .rotate()
        .resize({ width: photoSide, height: photoSide, fit: ResizeFit.Cover })
        .webp(quality)
        .catch(() => null),
    { who: person },
  );
  if (!square) throw invalid('photo', damagedPhoto);
  return square;
}

export async function changePhoto(context: Context, content: Buffer): Promise<void> {
  const { id } = context.person;
  await context.transaction(async (trx) => {
    const write = { trx, context };
    await putPhoto(trx, { user: id, content, now: context.now });
    await tellPhoto(write, 'photo changed');
  });
}

export async function removePhoto(context: Context): Promise<void> {
  await context.transaction(async (trx) => {
    if (await deletePhoto(trx, context.person.id))
      await tellPhoto({ trx, context }, 'photo removed');
  });
}

/** Not through `updateRecord`: a photo is not a field of the user, and must not make an open profile form outdated. */
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
