import { z } from 'zod';
import { getRecord } from '~/kit/server/database/entity';
import { notFound } from '~/kit/server/errors';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { rightsSchema } from '~/modules/organization/users/rights.fields';
import {
  type ApiKey,
  apiKeySchema,
  keyPatchSchema,
  newKeySchema,
  rotationFields,
} from '../api-keys.fields';
import { usualOverlap } from '../api-keys.rules';
import { changeKey, createKey, keysOf, revokeKey, rotateKey } from './api-keys.actions';
import { findKey, listKeys } from './api-keys.queries';
import { writeUses } from './key-uses.internal';

const shared = { tag: 'API keys', access: 'admin' } as const;
const url = '/api-keys';
const rotation = z
  .strictObject({ overlap_hours: fieldSchema(rotationFields.overlap_hours).optional() })
  .nullish();

export function apiKeyRoutes(api: Api): void {
  const writeCounts = () =>
    writeUses(api.database, api.clock.now()).catch((error: unknown) =>
      api.app.log.warn({ err: error }, 'counts of API keys were lost'),
    );
  const timer = setInterval(() => void writeCounts(), 5000).unref();
  api.app.addHook('onClose', async () => {
    clearInterval(timer);
    await writeCounts();
  });
  listRoute(api, {
    ...shared,
    url,
    summary: 'List all API keys, without the keys themselves',
    row: apiKeySchema,
    source: async ({ context }) => {
      await writeCounts();
      return listKeys(await keysOf(context));
    },
  });
  recordRoutes(api, {
    ...shared,
    url,
    response: apiKeySchema,
    find: async (context, id) => (await getRecord(context.db, await keysOf(context), id)) as ApiKey,
    create: {
      confirmed: true,
      summary: 'Create an API key; the answer has the key itself, once',
      body: newKeySchema,
      act: createKey,
    },
    update: {
      confirmed: true,
      summary: 'Change an API key: its role, workspace, end, networks or limit',
      body: keyPatchSchema,
      act: changeKey,
    },
    remove: { summary: 'Revoke an API key at once', act: revokeKey },
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: `${url}/:id/rotate`,
    confirmed: true,
    summary: 'Make a new key in the place of another, which works for some more hours',
    params: idParams,
    body: rotation,
    response: apiKeySchema,
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) =>
      rotateKey(context, params.id, body?.overlap_hours ?? usualOverlap),
  });
  ownKeyRoute(api);
}

function ownKeyRoute(api: Api): void {
  route(api, {
    ...shared,
    access: 'user',
    takesKeys: true,
    method: 'GET',
    url: `${url}/self`,
    summary: 'Get what the API key of the call may do',
    response: z.object({
      name: z.string(),
      role: z.string(),
      rights: rightsSchema,
      workspace_id: z.int().nullable(),
      expires_at: z.string(),
    }),
    handle: async ({ context: { db, person } }) => {
      const key = person.apiKey && (await findKey(db, person.apiKey));
      if (!key || !person.rights) throw notFound('API key');
      const { name, role, workspace_id, expires_at } = key;
      return { name, role, rights: person.rights, workspace_id, expires_at };
    },
  });
}
