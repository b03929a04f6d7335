import { ownSessionSchema, signedInSchema } from '../sessions.fields';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '~/kit/server/errors';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { newPassword, profileFields, userFields } from '../../users.fields';
import { accessSeconds, idleSecondsOf, refreshSeconds } from '../../users.rules';
import { endOwnSession, listOwnSessions } from './own-sessions.steps';
import { changePassword, requestReset, resetPassword } from './passwords.steps';
import { getSignedInUser, refreshSession, signOut, type Tokens } from './sessions.service';
import { signIn } from './sign-ins.steps';
import { updateProfile } from '../../server/users.service';

const tag = 'Sign-in';
const filled = { error: 'Please fill in all fields' };
const signInBody = z.strictObject({
  username: z.string(filled).trim().min(1, filled),
  password: z.string(filled).min(1, filled),
});
const changeBody = z.strictObject({
  currentPassword: z.string(filled).min(1, filled),
  newPassword,
});
const forgotBody = z.strictObject({ email: userFields.email.schema('form') });
const resetBody = z.strictObject({
  token: z.string({ error: 'The link is incomplete' }),
  password: newPassword,
});

const me = signedInSchema;
const done = z.object({ message: z.string() });

export function sessionRoutes(api: Api): void {
  signInRoutes(api);
  profileRoutes(api);
  passwordRoutes(api);
  ownSessionRoutes(api);
}

function signInRoutes(api: Api): void {
  const cookies = sessionCookies(api.publicUrl);
  route(api, {
    method: 'POST',
    url: '/auth/login',
    errors: ['auth.invalid_credentials', 'auth.too_many_attempts'],
    access: 'public',
    summary: 'Sign in with username or e-mail address',
    tag,
    body: signInBody,
    answer: me,
    handle: async ({ context, body, request, reply }) => {
      const userAgent = request.headers['user-agent'];
      const { user, tokens } = await signIn(context, { ...body, address: request.ip, userAgent });
      cookies.set(reply, tokens);
      return { user };
    },
  });
  route(api, {
    method: 'POST',
    url: '/auth/logout',
    access: 'public',
    summary: 'End the session; answers 200 whether there was one or not',
    tag,
    answer: done,
    handle: async ({ context, request, reply }) => {
      const { access, refresh } = request.cookies;
      cookies.clear(reply);
      await signOut(context, [access, refresh]);
      return { message: 'You are signed out' };
    },
  });
  route(api, {
    method: 'POST',
    url: '/auth/refresh',
    errors: ['auth.not_signed_in'],
    access: 'public',
    summary: 'Go on with the session: new cookies for the refresh cookie',
    tag,
    answer: me,
    handle: async ({ context, request, reply }) => {
      const idle = idleSecondsOf(request.headers['x-idle-seconds']);
      const refreshed = await refreshSession(context, request.cookies['refresh'], idle);
      if (!refreshed) {
        cookies.clear(reply);
        throw new AppError('auth.not_signed_in', 401, 'Please sign in to continue');
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
    summary: 'Who is signed in',
    tag,
    answer: me,
    handle: async ({ context, reply }) => {
      reply.header('cache-control', 'no-store');
      const { db, person } = context;
      return { user: await getSignedInUser(db, person.id) };
    },
  });
  route(api, {
    method: 'PUT',
    url: '/auth/me',
    errors: ['user.username_taken', 'user.email_taken', 'user.anonymized'],
    access: 'user',
    summary: 'Change the own profile: the whole form or any of its fields',
    tag,
    body: patchSchema(profileFields),
    answer: me,
    current: ({ db, person }) => getSignedInUser(db, person.id),
    handle: async ({ context, body }) => {
      await updateProfile(context, body);
      return { user: await getSignedInUser(context.db, context.person.id) };
    },
  });
}

function passwordRoutes(api: Api): void {
  route(api, {
    method: 'PUT',
    url: '/auth/change-password',
    errors: ['auth.too_many_attempts'],
    access: 'user',
    summary: 'Change the own password; ends the other sessions',
    tag,
    body: changeBody,
    answer: done,
    handle: async ({ context, body, request }) => {
      await changePassword(context, { ...body, address: request.ip });
      return { message: 'Your password was changed' };
    },
  });
  route(api, {
    method: 'POST',
    url: '/auth/forgot-password',
    access: 'public',
    summary: 'Mail a link for a new password; answers the same whoever asks',
    tag,
    body: forgotBody,
    answer: done,
    handle: async ({ context, body }) => {
      await requestReset(context, { email: body.email, publicUrl: api.publicUrl });
      return { message: 'If this address belongs to a user, a mail with a link is on its way' };
    },
  });
  route(api, {
    method: 'POST',
    url: '/auth/reset-password',
    errors: ['auth.reset_link_invalid'],
    access: 'public',
    summary: 'Set a new password by the link of a mail; ends all sessions',
    tag,
    body: resetBody,
    answer: done,
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
    summary: 'Where the person is signed in, last used first',
    tag,
    answer: z.array(ownSessionSchema),
    handle: ({ context, reply }) => {
      reply.header('cache-control', 'no-store');
      return listOwnSessions(context);
    },
  });
  route(api, {
    method: 'DELETE',
    url: '/auth/sessions/:id',
    access: 'user',
    summary: 'End one of the own sessions',
    tag,
    params: idParams,
    answer: z.object({ id: z.int() }),
    handle: async ({ context, params, reply }) => {
      await endOwnSession(context, params.id);
      if (params.id === context.person.session_id) sessionCookies(api.publicUrl).clear(reply);
      return { id: params.id };
    },
  });
}

/** The two cookies of a session; the refresh token is sent only to the calls that need it. */
function sessionCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const shared = { httpOnly: true, sameSite: 'lax', secure } as const;
  const access = { ...shared, path: '/' };
  const refresh = { ...shared, path: '/api/auth' };
  return {
    set: (reply: FastifyReply, tokens: Tokens) =>
      reply
        .header('cache-control', 'no-store')
        .setCookie('access', tokens.access, { ...access, maxAge: accessSeconds })
        .setCookie('refresh', tokens.refresh, { ...refresh, maxAge: refreshSeconds }),
    clear: (reply: FastifyReply) =>
      reply
        .header('cache-control', 'no-store')
        .clearCookie('access', access)
        .clearCookie('refresh', refresh),
  };
}
