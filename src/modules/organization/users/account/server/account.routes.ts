import path from 'node:path';
import { z } from 'zod';
import { AppError, invalid } from '~/kit/server/errors';
import { fileRoute } from '~/kit/server/http/file-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { acceptFiles, readUpload, receiveFile } from '~/kit/server/files/upload';
import { mostPhotoBytes, photoTooLarge } from '../photos.rules';
import { sessionTimeouts } from '../../users.fields';
import { getAccountState } from './account.queries';
import {
  setSessionTimeout,
  changePhoto,
  getPhoto,
  removePhoto,
  squarePhoto,
} from './account.actions';
import { endOtherSessions } from '../../sessions/server/sessions.actions';

const shared = { access: 'user', tag: 'Account' } as const;
const security = z.strictObject({
  session_timeout_minutes: z
    .literal(sessionTimeouts, {
      error: 'Session timeout must be 15, 30, 60 or 120 minutes, or null for never',
    })
    .nullable(),
});
const photo = z.object({ photo_changed_at: z.iso.datetime().nullable() });

export function accountRoutes(api: Api): void {
  photoRoutes(api);
  void api.app.register(async (scope) => {
    await acceptFiles(scope);
    uploadRoute({ ...api, app: scope });
  });
  securityRoutes(api);
}

function uploadRoute(api: Api): void {
  route(api, {
    ...shared,
    method: 'POST',
    url: '/auth/me/photo',
    deadlineSeconds: 300,
    summary: 'Change your photo (multipart, field photo): PNG, JPEG or WebP, up to 2 MB',
    response: photo,
    handle: async ({ request, context }) => {
      const folder = path.join(api.dataDir, 'uploads');
      const tooLarge = new AppError('photo.too_large', photoTooLarge);
      const options = { field: 'photo', folder, maxBytes: mostPhotoBytes, tooLarge };
      const upload = await receiveFile(request, options);
      if (!upload) throw invalid('photo', 'Please choose a photo');
      await changePhoto(context, await squarePhoto(await readUpload(upload), context.person.id));
      return getAccountState(context.db, context.person.id);
    },
  });
}

function photoRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'DELETE',
    url: '/auth/me/photo',
    summary: 'Remove your photo',
    response: photo,
    handle: async ({ context }) => {
      await removePhoto(context);
      return { photo_changed_at: null };
    },
  });
  fileRoute(api, {
    ...shared,
    url: '/users/:id/photo',
    summary: 'Get the photo of a user, a square WebP image',
    params: idParams,
    handle: async ({ context, params }) => {
      const { content, changed_at } = await getPhoto(context, params.id);
      const name = `photo-${params.id}.webp`;
      return { name, type: 'image/webp', content, shownAs: changed_at };
    },
  });
}

function securityRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: '/auth/security',
    summary: 'Get your idle timeout in minutes, null for never',
    response: security,
    handle: async ({ context, reply }) => {
      reply.header('cache-control', 'no-store');
      const state = await getAccountState(context.db, context.person.id);
      return { session_timeout_minutes: state.session_timeout_minutes };
    },
  });
  route(api, {
    ...shared,
    method: 'PUT',
    url: '/auth/security',
    confirmed: 'partly',
    summary: 'Choose your idle timeout; it applies to all your sessions',
    body: security,
    response: security,
    handle: ({ context, body }) => setSessionTimeout(context, body.session_timeout_minutes),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/auth/activity',
    summary: 'Report activity; `x-idle-seconds` can name the seconds without activity',
    response: z.object({ message: z.string() }),
    // Authentication has already recorded the activity.
    handle: async () => ({ message: 'Noted' }),
  });
  route(api, {
    ...shared,
    method: 'DELETE',
    url: '/auth/sessions',
    summary: 'End all your sessions except this one',
    response: z.object({ ended: z.int() }),
    handle: async ({ context }) => ({ ended: await endOtherSessions(context) }),
  });
}
