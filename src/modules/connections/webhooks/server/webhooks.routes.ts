import { z } from 'zod';
import { createLimiter } from '~/kit/server/limiter';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { eventTypes } from '../events.rules';
import {
  deliverySchema,
  newWebhookSchema,
  pingSchema,
  replaySchema,
  secretSchema,
  sentDeliverySchema,
  statusSchema,
  webhookPatchSchema,
  webhookSchema,
} from '../webhooks.fields';
import { sampleEvent } from './samples.internal';
import { listDeliveries } from './deliveries.queries';
import { listWebhooks } from './webhooks.queries';
import {
  createWebhook,
  deleteWebhook,
  getDelivery,
  getWebhook,
  renewSecret,
  replayAll,
  replayDelivery,
  testWebhook,
  updateWebhook,
} from './webhooks.actions';

const shared = { access: 'admin', tag: 'Webhooks' } as const;
/** A program with a key that may subscribe has webhooks of its key alone. */
const ofKeys = { takesKeys: 'subscribers' } as const;
const url = '/webhooks';

export function webhookRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    ...ofKeys,
    url: `${url}/events`,
    summary: 'List the types of events, each with an example',
    response: z.array(z.object({ type: z.string(), label: z.string(), sample: z.unknown() })),
    handle: async () =>
      eventTypes.map((each) => ({ ...each, sample: sampleEvent(api, each.type) })),
  });
  recordRoutes(api, {
    ...shared,
    url,
    response: webhookSchema.and(secretSchema),
    find: getWebhook,
    list: {
      ...ofKeys,
      summary: 'List all webhooks; with an API key its own',
      row: webhookSchema,
      source: ({ person }) => listWebhooks(person.apiKey?.id ?? null),
    },
    read: { ...ofKeys, summary: 'Get a webhook' },
    create: {
      ...ofKeys,
      confirmed: true,
      summary: 'Add a webhook; the first response has its secret',
      body: newWebhookSchema,
      act: (context, body) => createWebhook(api, context, body),
    },
    update: {
      confirmed: true,
      summary: 'Change a webhook, or turn it on or off',
      body: webhookPatchSchema,
      act: (context, id, body) => updateWebhook(api, context, id, body),
    },
    remove: { ...ofKeys, summary: 'Delete a webhook and its deliveries', act: deleteWebhook },
  });
  callRoutes(api);
  deliveryRoutes(api);
}

/** A test may wait for fifteen seconds. */
const tests = createLimiter({
  running: 4,
  waiting: 0,
  message: 'Too many webhooks are being tested. Please try again in a minute.',
  retryAfterSeconds: 15,
});

function callRoutes(api: Api): void {
  const one = { ...shared, method: 'POST', params: idParams } as const;
  route(api, {
    ...one,
    url: `${url}/:id/secret`,
    confirmed: true,
    summary: 'Make a new secret; the former one signs as well for 24 hours',
    response: webhookSchema.and(secretSchema),
    status: 201,
    idempotent: true,
    handle: ({ context, params }) => renewSecret(api, context, params.id),
  });
  route(api, {
    ...one,
    url: `${url}/:id/test`,
    summary: 'Send a ping to the address of a webhook',
    response: pingSchema,
    handle: ({ context, params }) => tests.run(() => testWebhook(api, context, params.id)),
  });
  route(api, {
    ...one,
    url: `${url}/:id/replay`,
    summary: 'Send the deliveries of a period again, at most 10,000',
    body: replaySchema,
    response: z.object({ replayed: z.int() }),
    idempotent: true,
    handle: ({ context, params, body }) => replayAll(context, params.id, body),
  });
}

const page = z.object({
  status: z
    .union([z.literal(''), statusSchema], {
      error: 'The status must be pending, delivered, failed or held',
    })
    .default('')
    .transform((status) => status || null),
  before: z
    .string({ error: 'Send before once' })
    .regex(/^\d{0,15}$/, { error: 'Before must be the id of a delivery' })
    .default('')
    .transform((text) => (text === '' ? null : Number(text))),
});

const deliveryParams = idParams.extend({
  did: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'The id must be a whole number' })
    .transform(Number),
});

function deliveryRoutes(api: Api): void {
  const deliveries = `${url}/:id/deliveries`;
  route(api, {
    ...shared,
    method: 'GET',
    url: deliveries,
    summary: 'List the deliveries of a webhook, newest first, 50 at a time',
    params: idParams,
    query: page,
    response: z.array(deliverySchema),
    handle: async ({ context, params, query }) => {
      await getWebhook(context, params.id);
      return listDeliveries(context.db, params.id, query);
    },
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: `${deliveries}/:did`,
    summary: 'Get a delivery with its body',
    params: deliveryParams,
    response: sentDeliverySchema,
    handle: ({ context, params: { id, did } }) => getDelivery(context, { webhook: id, id: did }),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: `${deliveries}/:did/replay`,
    summary: 'Send a delivery again, with the same id and body',
    params: deliveryParams,
    response: deliverySchema,
    idempotent: true,
    handle: ({ context, params: { id, did } }) => replayDelivery(context, { webhook: id, id: did }),
  });
}
