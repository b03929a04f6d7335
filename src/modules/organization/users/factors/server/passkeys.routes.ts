import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { attestationSchema, optionsSchema, passkeyName, passkeySchema } from '../passkeys.fields';
import { listPasskeys } from './passkeys.queries';
import { addPasskey, beginPasskey, deleteOwnPasskey, renameOwnPasskey } from './passkeys.actions';
import { partyOf } from './relying-party.routes';

const shared = { access: 'user', beforeSecondFactor: true, tag: 'Sign-in' } as const;
const one = { ...shared, url: '/auth/passkeys/:id', params: idParams } as const;

export function passkeyRoutes(api: Api): void {
  newPasskeyRoutes(api);
  ownPasskeyRoutes(api);
}

function ownPasskeyRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: '/auth/passkeys',
    summary: 'List your passkeys, oldest first',
    response: z.array(passkeySchema),
    handle: ({ context, reply }) => {
      reply.header('cache-control', 'no-store');
      return listPasskeys(context.db, context.person.id);
    },
  });
  route(api, {
    ...one,
    method: 'PUT',
    summary: 'Rename one of your passkeys',
    body: z.strictObject({ name: fieldSchema(passkeyName) }),
    response: passkeySchema,
    handle: ({ context, params, body }) => renameOwnPasskey(context, params.id, body.name),
  });
  route(api, {
    ...one,
    method: 'DELETE',
    confirmed: true,
    summary: 'Remove one of your passkeys',
    response: z.object({ id: z.int() }),
    handle: async ({ context, params }) => {
      await deleteOwnPasskey(context, params.id);
      return { id: params.id };
    },
  });
}

function newPasskeyRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'POST',
    url: '/auth/passkeys/options',
    confirmed: true,
    summary: 'Get the options of `navigator.credentials.create` for a new passkey',
    response: optionsSchema,
    handle: ({ context, request }) =>
      beginPasskey(context, { party: partyOf(request, api.publicUrl), address: request.ip }),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/auth/passkeys',
    summary: 'Add a passkey, within 5 minutes after its options; ends the other sessions',
    body: z.strictObject({ name: fieldSchema(passkeyName), credential: attestationSchema }),
    response: passkeySchema,
    status: 201,
    handle: ({ context, body, request }) =>
      addPasskey(context, { ...body, party: partyOf(request, api.publicUrl) }),
  });
}
