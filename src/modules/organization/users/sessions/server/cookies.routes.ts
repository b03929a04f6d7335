import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessSeconds, deviceSeconds, refreshSeconds } from '../../users.rules';
import { challengeMinutes } from '../../factors/passkeys.rules';
import { cookieNames } from '../cookies.rules';
import type { SentTokens, Tokens } from './sessions.service';
import type { Entry, Visitor } from './sign-ins.actions';

/**
 * The two cookies of a session, and the one that outlives it and tells the device. By http the refresh and the
 * device token are sent only to the calls that need them; by https they are sent
 * with all, since a cookie that no neighbouring host can set has to be of the whole host.
 */
export function sessionCookies(publicUrl: string) {
  const names = cookieNames(publicUrl);
  const { secure } = names;
  const shared = { httpOnly: true, sameSite: 'lax', secure } as const;
  const access = { ...shared, path: '/' };
  const refresh = { ...shared, path: secure ? '/' : '/api/auth' };
  const read = ({ cookies }: FastifyRequest): SentTokens => ({
    access: cookies[names.access],
    refresh: cookies[names.refresh],
  });
  const set = (reply: FastifyReply, tokens: Tokens) =>
    reply
      .header('cache-control', 'no-store')
      .setCookie(names.access, tokens.access, { ...access, maxAge: accessSeconds })
      .setCookie(names.refresh, tokens.refresh, { ...refresh, maxAge: refreshSeconds });
  return {
    read,
    visitorOf: (request: FastifyRequest): Visitor => ({
      address: request.ip,
      userAgent: request.headers['user-agent'],
      device: request.cookies[names.device],
      earlier: read(request),
    }),
    passkeyOf: ({ cookies }: FastifyRequest): string | undefined => cookies[names.passkey],
    setPasskey: (reply: FastifyReply, token: string) =>
      reply.setCookie(names.passkey, token, { ...refresh, maxAge: challengeMinutes * 60 }),
    set,
    enter: (reply: FastifyReply, { tokens, device }: Entry) =>
      set(reply, tokens).setCookie(names.device, device, { ...refresh, maxAge: deviceSeconds }),
    clear: (reply: FastifyReply) =>
      reply
        .header('cache-control', 'no-store')
        .clearCookie(names.access, access)
        .clearCookie(names.refresh, refresh),
  };
}
