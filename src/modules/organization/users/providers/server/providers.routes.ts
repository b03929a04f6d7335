import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isCrossSite } from '~/kit/server/http/http';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { redirectRoute } from '~/kit/server/http/redirect-route';
import { secretsIn } from '~/kit/server/files/secrets';
import { cookieNames } from '../../sessions/cookies.rules';
import { sessionCookies } from '../../sessions/server/cookies.routes';
import { signedInSchema } from '../../sessions/sessions.fields';
import { waysSchema } from '../providers.fields';
import { isRefused, ownPath, type ProviderSettings, refusedMessages } from '../providers.rules';
import { unlinkUser } from './accounts.actions';
import { listLinked } from './providers.queries';
import { createProvider, type Provider } from './provider.internal';
import {
  beginAtProvider,
  confirmAtProvider,
  endAtProvider,
  type Next,
  showCode,
  signInMinutes,
  unknownThere,
} from './provider-sign-ins.actions';

const startQuery = z.object({ to: z.string().optional().catch(undefined) });
const shared = { tag: 'Sign-in', access: 'public' } as const;
const callback = '/auth/oidc/callback';

/** Single sign-on; without `settings` the calls say that it is off. */
export function providerRoutes(api: Api, settings: ProviderSettings | undefined): void {
  const address = `${api.publicUrl}/api${callback}`;
  const options = { callback: address, log: api.app.log };
  const provider = settings ? createProvider(settings, options) : null;
  waysRoute(api, provider);
  browserRoutes(api, provider);
  codeRoute(api, provider);
  confirmRoute(api, provider);
  linkRoutes(api);
}

function linkRoutes(api: Api): void {
  const response = z.object({ id: z.int() });
  route(api, {
    method: 'GET',
    url: '/users/single-sign-on',
    access: 'admin',
    tag: 'Users',
    summary: 'List the users that are linked to single sign-on',
    response: z.array(response),
    handle: ({ context }) => listLinked(context.db),
  });
  route(api, {
    method: 'DELETE',
    url: '/users/:id/single-sign-on',
    access: 'admin',
    confirmed: true,
    tag: 'Users',
    summary: 'Unlink a user from the identity provider; the next sign-in links the account again',
    params: idParams,
    response,
    handle: ({ context, params }) => unlinkUser(context, params.id),
  });
}

function waysRoute(api: Api, provider: Provider | null): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: '/auth/ways',
    summary: 'List the sign-in methods besides a password, and why single sign-on failed',
    query: z.object({
      refused: z
        .string()
        .max(50)
        .optional()
        .describe(`What \`/login?refused=\` holds: ${Object.keys(refusedMessages).join(', ')}`),
    }),
    response: waysSchema,
    handle: async ({ context, query: { refused = '' } }) => {
      const isAvailable = (await provider?.isReachable(context.now)) ?? false;
      const reason = isAvailable ? null : refusedMessages.unreachable;
      return {
        single_sign_on: provider && { is_available: isAvailable, sentence: reason },
        refused: isRefused(refused) ? refusedMessages[refused] : null,
      };
    },
  });
}

function browserRoutes(api: Api, provider: Provider | null): void {
  const sent = { ...shared, ownLane: true };
  const cookie = providerCookie(api.publicUrl);
  const session = sessionCookies(api.publicUrl);
  const secrets = secretsIn(api.dataDir);
  redirectRoute(api, {
    ...sent,
    url: '/auth/oidc/start',
    summary: 'Send the browser to the provider; `to` is the path to continue at afterwards',
    handle: async ({ context, request, reply }) => {
      // A page of another site does not sign people in: they must have chosen to.
      if (isCrossSite(request)) return '/login';
      const { to } = startQuery.parse(request.query);
      const visitor = session.visitorOf(request);
      const next = provider
        ? await beginAtProvider(context, { provider, visitor, target: to })
        : off(to);
      if (next.to === 'provider') cookie.set(reply, next.token);
      return addressOf(next);
    },
  });
  redirectRoute(api, {
    ...sent,
    url: callback,
    summary: 'Receive the browser from the provider',
    handle: async ({ context, request, reply }) => {
      const visitor = session.visitorOf(request);
      const token = cookie.read(request);
      const back = new URL(request.url, api.publicUrl);
      const next = provider
        ? await endAtProvider(context, { provider, visitor, secrets, token, back })
        : off();
      cookie.clear(reply);
      if (next.to === 'code') cookie.set(reply, next.token);
      if (next.to === 'product') session.enter(reply, next.entry);
      return addressOf(next);
    },
  });
}

function codeRoute(api: Api, provider: Provider | null): void {
  const cookie = providerCookie(api.publicUrl);
  const session = sessionCookies(api.publicUrl);
  const secrets = secretsIn(api.dataDir);
  const text = 'Please type the code';
  route(api, {
    ...shared,
    method: 'POST',
    url: '/auth/oidc/code',
    ownLane: true,
    summary: 'Complete a sign-in at the provider with a second factor',
    body: z.strictObject({ code: z.string({ error: text }).min(1, text).max(100) }),
    response: signedInSchema.extend({ path: z.string().describe('The path to continue at') }),
    handle: async ({ context, body, request, reply }) => {
      const visitor = session.visitorOf(request);
      const token = provider ? cookie.read(request) : undefined;
      const query = { visitor, secrets, token, code: body.code };
      const { path, ...entry } = await showCode(context, { ...query, provider });
      cookie.clear(reply);
      session.enter(reply, entry);
      return { user: entry.user, path };
    },
  });
}

function confirmRoute(api: Api, provider: Provider | null): void {
  const cookie = providerCookie(api.publicUrl);
  const session = sessionCookies(api.publicUrl);
  route(api, {
    tag: 'Sign-in',
    access: 'user',
    beforeSecondFactor: true,
    method: 'POST',
    url: '/auth/confirm/provider',
    summary:
      'Get the address to sign in at the provider again; back at `to`, the session is confirmed as after `POST /auth/confirm`',
    body: z.strictObject({ to: z.string().max(2000) }),
    response: z.object({ address: z.string() }),
    handle: async ({ context, body, request, reply }) => {
      if (!provider) throw unknownThere();
      const visitor = session.visitorOf(request);
      const query = { provider, visitor, target: body.to };
      const { address, token } = await confirmAtProvider(context, query);
      cookie.set(reply, token);
      return { address };
    },
  });
}

function off(to?: string): Next {
  return { to: 'sign-in', refused: 'off', path: ownPath(to) };
}

/** `/login` reads what it is to say, or to ask, from its address: the page is loaded again. So does who confirms. */
function addressOf(next: Next): string {
  if (next.to === 'provider') return next.address;
  if (next.to === 'product') return next.path;
  if (next.to === 'code') return '/login?code=asked';
  if (next.to === 'page') {
    const page = new URL(next.path, 'https://here.invalid');
    page.searchParams.set('confirmed', next.isConfirmed ? 'yes' : 'no');
    return page.pathname + page.search + page.hash;
  }
  const query = new URLSearchParams({ refused: next.refused });
  if (next.path !== '/') query.set('next', next.path);
  return `/login?${query}`;
}

/** Ties a sign-in at the provider to the browser that began it. */
function providerCookie(publicUrl: string) {
  const { provider: name, secure } = cookieNames(publicUrl);
  const path = secure ? '/' : '/api/auth/oidc';
  const options = { httpOnly: true, sameSite: 'lax', secure, path } as const;
  return {
    read: ({ cookies }: FastifyRequest): string | undefined => cookies[name],
    set: (reply: FastifyReply, token: string) =>
      reply.setCookie(name, token, { ...options, maxAge: signInMinutes * 60 }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, options),
  };
}
