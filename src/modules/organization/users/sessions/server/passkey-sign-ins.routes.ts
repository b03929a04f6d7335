import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import { type Api, route } from '~/kit/server/http/route';
import { type Assertion, assertionSchema, optionsSchema } from '../../factors/passkeys.fields';
import {
  answeredChallenge,
  holderOf,
  makeChallenge,
  type PasskeyProof,
} from '../../factors/server/challenges.actions';
import { partyOf } from '../../factors/server/relying-party.routes';
import { requestOptions } from '../../factors/server/webauthn.internal';
import { digestOf, newToken } from '../../server/hashes.service';
import { signedInSchema } from '../sessions.fields';
import { sessionCookies } from './cookies.routes';
import { lookUpFirst } from './sign-in-queue.internal';
import { signInByPasskey } from './sign-ins.actions';

const shared = { access: 'public', ownLane: true, tag: 'Sign-in' } as const;

/** What a request shows of a passkey; the challenge that it answers is used up with it. */
export async function passkeyProof(
  { publicUrl }: Pick<Api, 'publicUrl'>,
  context: Context,
  request: FastifyRequest,
  assertion: Assertion,
): Promise<PasskeyProof> {
  const party = partyOf(request, publicUrl);
  const holder = holderOf({ browser: sessionCookies(publicUrl).passkeyOf(request) });
  const { clientDataJSON } = assertion.response;
  const answered = await answeredChallenge(context, clientDataJSON, holder);
  return { assertion, party, challenge: answered?.challenge ?? null };
}

export function passkeySignInRoutes(api: Api): void {
  const cookies = sessionCookies(api.publicUrl);
  route(api, {
    ...shared,
    method: 'POST',
    url: '/auth/passkeys/sign-in/options',
    summary:
      'Get the options of `navigator.credentials.get` for a passkey, alone or as second factor',
    response: optionsSchema,
    handle: async ({ context, request, reply }) => {
      const party = partyOf(request, api.publicUrl);
      const sent = cookies.passkeyOf(request);
      // The same for all tabs of the browser: each may have its own challenge.
      const token = sent !== undefined && digestOf(sent) ? sent : newToken();
      cookies.setPasskey(reply, token);
      const holder = holderOf({ browser: token });
      const { device } = cookies.visitorOf(request);
      const isRecognized = digestOf(device) !== null;
      const challenge = await lookUpFirst(isRecognized, () =>
        makeChallenge(context, { holder, address: request.ip, handle: null, device }),
      );
      return requestOptions(party, challenge);
    },
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/auth/passkeys/sign-in',
    summary: 'Sign in with a passkey alone, within 5 minutes after its options',
    body: z.strictObject({ credential: assertionSchema }),
    response: signedInSchema,
    handle: async ({ context, body, request, reply }) => {
      const proof = await passkeyProof(api, context, request, body.credential);
      const entry = await signInByPasskey(context, cookies.visitorOf(request), proof);
      cookies.enter(reply, entry);
      return { user: entry.user };
    },
  });
}
