import { ownSessionSchema, signedInSchema } from '../sessions.fields';
import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { AppError } from '~/kit/server/errors';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { plainKey } from '~/kit/shared/fields/invisible';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { ownPassword } from '../../passwords.fields';
import { ownProfileFields, userFields } from '../../users.fields';
import { idleSecondsOf } from '../../users.rules';
import { assertionSchema } from '../../factors/passkeys.fields';
import { secretsIn } from '~/kit/server/files/secrets';
import { sessionCookies } from './cookies.routes';
import { endOwnSession, listOwnSessions } from './sessions.actions';
import { changePassword, requestReset, resetPassword } from './passwords.actions';
import { passkeyProof } from './passkey-sign-ins.routes';
import { refreshSession } from './refreshes.actions';
import { getSignedInUser, signOut } from './sessions.service';
import { signIn } from './sign-ins.actions';
import { changeProfile, confirmEmail } from './email-changes.actions';

const tag = 'Sign-in';
const filled = { error: 'Please fill in all fields' };
const signInBody = z.strictObject({
  username: z.string(filled).overwrite(plainKey).trim().min(1, filled),
  password: z.string(filled).min(1, filled),
  code: z.string({ error: 'The code must be text' }).max(100).optional(),
  passkey: assertionSchema.optional(),
});
const changeBody = z.strictObject({
  currentPassword: z.string(filled).min(1, filled),
  newPassword: ownPassword,
});
const forgotBody = z.strictObject({ email: fieldSchema(userFields.email) });
const confirmBody = z.strictObject({ token: z.string({ error: 'The link is incomplete' }) });
const resetBody = z.strictObject({
  token: z.string({ error: 'The link is incomplete' }),
  password: ownPassword,
});

const me = signedInSchema;
const done = z.object({ message: z.string() });

export function sessionRoutes(api: Api): void {
  signInRoute(api);
  sessionEndRoutes(api);
  profileRoutes(api);
  passwordRoutes(api);
  ownSessionRoutes(api);
}

function signInRoute(api: Api): void {
  const secrets = secretsIn(api.dataDir);
  const cookies = sessionCookies(api.publicUrl);
  route(api, {
    method: 'POST',
    url: '/auth/login',
    ownLane: true,
    access: 'public',
    summary:
      'Sign in with username or email address; with `code` or `passkey` where a second factor is required',
    tag,
    body: signInBody,
    response: me,
    handle: async ({ context, body, request, reply }) => {
      const passkey = body.passkey && (await passkeyProof(api, context, request, body.passkey));
      const attempt = { ...body, code: body.code, passkey, ...cookies.visitorOf(request) };
      const entry = await signIn(context, attempt, secrets);
      cookies.enter(reply, entry);
      return { user: entry.user };
    },
  });
}

function sessionEndRoutes(api: Api): void {
  const cookies = sessionCookies(api.publicUrl);
  route(api, {
    method: 'POST',
    url: '/auth/logout',
    ownLane: true,
    access: 'public',
    summary: 'End the session; answers 200 whether there was one or not',
    tag,
    response: done,
    handle: async ({ context, request, reply }) => {
      cookies.clear(reply);
      await signOut(context, cookies.read(request));
      return { message: 'You are signed out' };
    },
  });
  route(api, {
    method: 'POST',
    url: '/auth/refresh',
    ownLane: true,
    access: 'public',
    summary: 'Refresh the session: new cookies for the refresh cookie',
    tag,
    response: me,
    handle: async ({ context, request, reply }) => {
      const idle = idleSecondsOf(request.headers['x-idle-seconds']);
      const refreshed = await refreshSession(context, cookies.read(request).refresh, idle);
      if (!refreshed) {
        cookies.clear(reply);
        throw new AppError('auth.not_signed_in', 'Please sign in to continue');
      }
      cookies.set(reply, refreshed.tokens);
      return { user: refreshed.user };
    },
  });
}

function profileRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/auth/me',
    access: 'user',
    beforePasswordChange: true,
    beforeSecondFactor: true,
    summary: 'Get the signed-in user',
    tag,
    response: me,
    handle: async ({ context, reply }) => {
      reply.header('cache-control', 'no-store');
      const { db, person } = context;
      return { user: await getSignedInUser(db, person) };
    },
  });
  route(api, {
    method: 'PUT',
    url: '/auth/me',
    confirmed: 'partly',
    access: 'user',
    summary:
      'Change your profile: the whole form or any of its fields; a new email address needs `password` and is confirmed by email',
    tag,
    body: patchSchema(ownProfileFields),
    response: me,
    current: ({ db, person }) => getSignedInUser(db, person),
    handle: async ({ context, body }) => {
      await changeProfile(context, body);
      return { user: await getSignedInUser(context.db, context.person) };
    },
  });
  route(api, {
    method: 'POST',
    url: '/auth/confirm-email',
    access: 'public',
    summary: 'Confirm a new email address with its emailed link',
    tag,
    body: confirmBody,
    response: done,
    handle: async ({ context, body }) => {
      await confirmEmail(context, body.token);
      return { message: 'Your email address was changed' };
    },
  });
}

function passwordRoutes(api: Api): void {
  route(api, {
    method: 'PUT',
    url: '/auth/change-password',
    confirmed: 'partly',
    beforePasswordChange: true,
    beforeSecondFactor: true,
    access: 'user',
    summary: 'Change your password; ends the other sessions',
    tag,
    body: changeBody,
    response: done,
    handle: async ({ context, body }) => {
      await changePassword(context, body);
      return { message: 'Your password was changed' };
    },
  });
  route(api, {
    method: 'POST',
    url: '/auth/forgot-password',
    access: 'public',
    summary: 'Email a link to reset a password; the response is the same for every address',
    tag,
    body: forgotBody,
    response: done,
    handle: async ({ context, body }) => {
      await requestReset(context, { email: body.email });
      return { message: 'If this address belongs to a user, an email with a link is on its way' };
    },
  });
  route(api, {
    method: 'POST',
    url: '/auth/reset-password',
    access: 'public',
    summary: 'Set a new password with an emailed link; ends all sessions',
    tag,
    body: resetBody,
    response: done,
    handle: async ({ context, body }) => {
      await resetPassword(context, body);
      return { message: 'Your password was changed. Please sign in with it.' };
    },
  });
}

function ownSessionRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/auth/sessions',
    access: 'user',
    summary: 'List your sessions, last used first',
    tag,
    response: z.array(ownSessionSchema),
    handle: ({ context, reply }) => {
      reply.header('cache-control', 'no-store');
      return listOwnSessions(context);
    },
  });
  route(api, {
    method: 'DELETE',
    url: '/auth/sessions/:id',
    access: 'user',
    summary: 'End one of your sessions',
    tag,
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: async ({ context, params, reply }) => {
      await endOwnSession(context, params.id);
      if (params.id === context.person.session_id) sessionCookies(api.publicUrl).clear(reply);
      return { id: params.id };
    },
  });
}
