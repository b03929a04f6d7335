import { z } from 'zod';
import { createLimiter } from '~/kit/server/limiter';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import {
  arrivalSchema,
  arrivalStatuses,
  countsSchema,
  newSourceSchema,
  sourcePatchSchema,
  sourceSchema,
} from '../lead-sources.fields';
import { listArrivals } from './arrivals.queries';
import {
  acceptArrival,
  createSource,
  deleteSource,
  renewToken,
  trySample,
  updateSource,
} from './lead-sources.actions';
import { getSource, listSources } from './lead-sources.queries';
import { pullNow } from './pulls.internal';

const shared = { access: 'admin', tag: 'Lead sources' } as const;
const url = '/lead-sources';

/** The calls of administrators (docs/product/lead-sources.md#calls). */
export function leadSourceRoutes(api: Api): void {
  recordRoutes(api, {
    ...shared,
    url,
    response: sourceSchema,
    find: getSource,
    list: { summary: 'List all lead sources', source: listSources },
    read: { summary: 'Get a lead source' },
    create: {
      summary: 'Add a lead source',
      body: newSourceSchema,
      act: (context, body) => createSource(api, context, body),
    },
    update: {
      summary: 'Change a lead source, or turn it on or off',
      body: sourcePatchSchema,
      act: (context, id, body) => updateSource(api, context, id, body),
    },
    remove: { summary: 'Delete a lead source; its leads stay', act: deleteSource },
  });
  actionRoutes(api);
  arrivalRoutes(api);
}

/** A portal may take half a minute. */
const pulls = createLimiter({
  running: 4,
  waiting: 0,
  message: 'Too many portals are being asked. Please try again in a minute.',
  retryAfterSeconds: 15,
});

const record = z.object({ type: z.string(), id: z.int(), label: z.string() }).nullable();

function actionRoutes(api: Api): void {
  const one = { ...shared, method: 'POST', params: idParams } as const;
  route(api, {
    ...one,
    url: `${url}/:id/token`,
    summary: 'Make a new public address; the former one ends at once',
    response: sourceSchema,
    idempotent: true,
    handle: ({ context, params }) => renewToken(context, params.id),
  });
  route(api, {
    ...one,
    url: `${url}/:id/try`,
    summary: 'Get the leads that a sample would make; none is made',
    body: z.strictObject({ sample: z.unknown() }),
    response: z.array(z.object({ values: z.record(z.string(), z.unknown()), record })),
    handle: ({ context, params, body }) => trySample(context, params.id, body.sample),
  });
  route(api, {
    ...one,
    url: `${url}/:id/pull`,
    summary: 'Ask a portal for leads now',
    response: countsSchema,
    handle: ({ context, params }) => pulls.run(() => pullNow(api, context, params.id)),
  });
}

const page = z.object({
  status: z
    .union([z.literal(''), z.enum(arrivalStatuses.map(({ value }) => value))], {
      error: 'The status must be accepted, repeated, refused or spam',
    })
    .default('')
    .transform((status) => status || null),
  before: z
    .string({ error: 'Send before once' })
    .regex(/^\d{0,15}$/, { error: 'Before must be the id of an arrival' })
    .default('')
    .transform((text) => (text === '' ? null : Number(text))),
});

const arrivalParams = idParams.extend({
  aid: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'The id must be a whole number' })
    .transform(Number),
});

function arrivalRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: `${url}/:id/arrivals`,
    summary: 'List the arrivals of a lead source, newest first, 50 at a time',
    params: idParams,
    query: page,
    response: z.array(arrivalSchema),
    handle: async ({ context, params, query }) => {
      await getSource(context, params.id);
      return listArrivals(context.db, params.id, query);
    },
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: `${url}/:id/arrivals/:aid/accept`,
    summary: 'Make a lead of an arrival that was refused or taken for spam',
    params: arrivalParams,
    response: arrivalSchema,
    handle: ({ context, params: { id, aid } }) => acceptArrival(context, { id, arrival: aid }),
  });
}
