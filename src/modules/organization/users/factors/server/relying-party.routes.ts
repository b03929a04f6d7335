import type { FastifyRequest } from 'fastify';
import { AppError } from '~/kit/server/errors';
import { type RelyingParty, relyingParty } from '../passkeys.rules';

/** Whose passkeys the page uses that sent the request; 409 where browsers have none. */
export function partyOf({ headers }: FastifyRequest, publicUrl: string): RelyingParty {
  const party = relyingParty(headers.origin, publicUrl);
  if (party) return party;
  const message = 'Passkeys need HTTPS or localhost. Please use your password here.';
  throw new AppError('auth.passkeys_unavailable', message);
}
