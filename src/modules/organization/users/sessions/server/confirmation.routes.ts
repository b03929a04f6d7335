import { z } from 'zod';
import { type Api, route } from '~/kit/server/http/route';
import { secretsIn } from '~/kit/server/files/secrets';
import { confirmationSchema, proofSchema } from '../confirmation.fields';
import { passkeyProof } from './passkey-sign-ins.routes';
import { confirmPerson, getConfirmation } from './confirmation.actions';

const shared = {
  url: '/auth/confirm',
  access: 'user',
  beforeSecondFactor: true,
  tag: 'Sign-in',
} as const;

export function confirmationRoutes(api: Api, issuer: string | undefined): void {
  const secrets = secretsIn(api.dataDir);
  route(api, {
    ...shared,
    method: 'GET',
    summary: 'List how you can confirm your identity',
    response: confirmationSchema,
    handle: ({ context }) => getConfirmation(context, issuer),
  });
  route(api, {
    ...shared,
    method: 'POST',
    summary:
      'Confirm your identity with `password`, `code` or `passkey`: for 15 minutes this session may do what cannot be undone',
    body: proofSchema,
    response: z.object({ message: z.string() }),
    handle: async ({ context, body, request }) => {
      const proof =
        'passkey' in body
          ? { passkey: await passkeyProof(api, context, request, body.passkey) }
          : body;
      await confirmPerson(context, proof, secrets);
      return { message: 'Thank you' };
    },
  });
}
