import { createHash } from 'node:crypto';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteOptions,
} from 'fastify';
import { z } from 'zod';
import type { ErrorCode, ErrorTable } from '~/kit/shared/error-codes';
import { maxId } from '~/kit/shared/fields/fields';
import { type Call, callOf, type Lane, laneOf } from './call';
import type { Clock } from '~/kit/server/clock';
import type { Context } from '~/kit/server/database/context';
import type { Database } from '~/kit/server/database/db';
import type { Downloads } from '~/kit/server/downloads/downloads';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Lists } from '~/kit/server/lists/lists';
import type { Windows } from '~/kit/server/lists/windows';
import type { Joining } from '~/kit/server/live/list-rooms';
import type { MailTransport } from '~/kit/server/mail/mail-message';
import type { Outbound } from '~/kit/server/outbound/outbound';
import { AppError } from '~/kit/server/errors';
import { type Access, type Guards, type Openness, requireAccess, takesKeys } from './route-access';
import {
  callSeconds,
  type Described,
  errorsOf,
  failureSchemas,
  type Refusals,
  routeSchema,
  successSchema,
} from './route-schema';
import { isDeepStrictEqual } from 'node:util';

export interface Api extends Guards {
  app: FastifyInstance;
  database: Database;
  /** A few connections for health and sign-in, past a pooler, which answer while all others are taken. */
  laneDatabase: Database;
  /** A few connections for all other public calls: what strangers send holds up no one who is signed in. */
  publicDatabase: Database;
  clock: Clock;
  publicUrl: string;
  /** The folder for everything that the product writes (docs/product/running.md#environment). */
  dataDir: string;
  /** So many gigabytes may all files on records have together (FILES_GB). */
  filesGb: number;
  transport: MailTransport;
  outbound: Outbound;
  /** By address (`/leads`): reads a record as the call for it answers, and what that is. */
  readers: Map<
    string,
    { read: (context: Context, id: number) => Promise<object>; response: z.ZodType }
  >;
  /** Work that continues after the response; shutdown waits for it, and its failure is logged. */
  runAfterReply: (work: Promise<unknown>) => void;
  downloads: Downloads;
  lists: Lists;
  windows: Windows;
  /** Lets a page hear of a list's changes; gives the room and the number of its last message (kit/server/live). */
  joinList: (joining: Joining, source: ListSource) => string | null;
  errorCodes: ErrorTable;
  refusals: Refusals;
  declared: DeclaredCall[];
}

export interface DeclaredCall {
  method: string;
  url: string;
  access: Access;
  idempotent: boolean;
  lane: Lane;
  unlimited: boolean;
  tag: string;
  confirmed: boolean | 'partly';
  takesKeys: boolean;
}

export interface Declaration<P, Q> extends Openness {
  url: string;
  access: Access;
  summary: string;
  tag: string;
  params?: z.ZodType<P, unknown>;
  query?: z.ZodType<Q, unknown>;
  deadlineSeconds?: number;
  /** Takes its connection from `laneDatabase`. */
  ownLane?: boolean;
  unlimited?: boolean;
  /** In bytes, where the call takes less than others. */
  bodyLimit?: number;
  errors?: readonly ErrorCode[];
}

interface Definition<B, P, Q, A> extends Declaration<P, Q> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: z.ZodType<B, unknown>;
  response: z.ZodType<A>;
  status?: 200 | 201;
  /** A repeated `Idempotency-Key` gets the first response again and changes nothing. */
  idempotent?: boolean;
  /** For a call that changes a record: the record as it is read, which may be sent back whole (`dropEchoedFields`). */
  current?: (context: Context, params: P) => Promise<object>;
  handle: (call: Call<B, P, Q>) => Promise<A>;
}

export const idParams = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'The id must be a whole number' })
    .transform((text) => (Number(text) > maxId ? 0 : Number(text))),
});

/** Declares a call: access, input and output; validates, documents and wraps the response. */
export function route<B = undefined, P = undefined, Q = undefined, A = unknown>(
  api: Api,
  definition: Definition<B, P, Q, A>,
): void {
  const { status = 200, idempotent = false } = definition;
  addRoute(api, definition, {
    responses: { [status]: successSchema(definition.response) },
    preValidation: async (request, reply) => {
      if (!definition.body) refuseFields(request.body);
      await takeReadBack(api, definition, request, reply);
    },
    handler: async (request, reply) => {
      const call = callOf<B, P, Q>(api, { idempotent, request, reply });
      const response = await definition.handle(call);
      if (
        definition.method === 'GET' &&
        Array.isArray(response) &&
        isCached(response, request, reply)
      )
        return reply.code(304).send();
      // A record is someone's business: no browser or proxy keeps it.
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      return reply.code(status).send({ success: true, data: response });
    },
  });
}

export function addRoute(
  api: Api,
  call: Described & { method: HTTPMethods; url: string },
  {
    responses,
    ...handling
  }: Pick<RouteOptions, 'preValidation' | 'handler'> & { responses: Record<number, z.ZodType> },
): void {
  const { method, access, tag, idempotent = false, unlimited = false, confirmed = false } = call;
  const url = `/api${call.url}`;
  const lane = laneOf(call);
  const declared = { method, url, access, tag, idempotent, lane, unlimited, confirmed };
  api.declared.push({ ...declared, takesKeys: takesKeys(access, call) });
  const errors = errorsOf(call, api.refusals);
  const schema = routeSchema(call, responses, failureSchemas(errors, api.errorCodes));
  const onRequest = requireAccess(api, access, call);
  const deadlineMs = (call.deadlineSeconds ?? callSeconds) * 1000;
  const config = { access, errors, deadlineMs, unlimited, lane };
  const limit = call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit };
  api.app.route({ method, url, config, schema, onRequest, ...limit, ...handling });
}

/**
 * Sets the `ETag` of a short list from its content (docs/product/wire.md#lists); true when the client has it already.
 */
function isCached(rows: unknown[], request: FastifyRequest, reply: FastifyReply): boolean {
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
  const tag = `W/"${digest}"`;
  reply.header('etag', tag);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  return request.headers['if-none-match'] === tag;
}

/** Refuses the fields of a body for a call that takes none (docs/product/wire.md#fields-and-text). */
function refuseFields(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const details = Object.keys(body).map((field) => ({
    field,
    message: `Unknown field "${field}"`,
  }));
  const [first] = details;
  if (first) throw new AppError('input.unknown_field', first.message, { details });
}

async function takeReadBack<B, P, Q, A>(
  api: Api,
  { body, params, current }: Definition<B, P, Q, A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!current || !body) return;
  const named = params?.safeParse(request.params);
  if (named && !named.success) return;
  const { context } = callOf<B, P, Q>(api, { request, reply });
  request.body = await dropEchoedFields(request.body, body, () =>
    current(context, named?.data as P),
  );
}

type Values = Record<string, unknown>;

/**
 * The body without fields that are unchanged and would be refused: those that cannot be written (id, number, joined names),
 * and values that today's rules no longer take. A record may be sent back whole (docs/product/wire.md#fields-and-text).
 * Other fields stay, and are refused. `read` returns the current record; it is called only when a field would be refused.
 */
async function dropEchoedFields(
  body: unknown,
  schema: z.ZodType,
  read: () => Promise<object>,
): Promise<unknown> {
  const names = refusedNames(body, schema);
  if (names.length === 0) return body;
  const sent = body as Values;
  const record = (await read()) as Values;
  // A stale version is refused by the write itself, which says why.
  const isStale = 'updated_at' in sent && sent['updated_at'] !== record['updated_at'];
  const isReadBack = (name: string): boolean =>
    Object.hasOwn(record, name) && (isStale || isDeepStrictEqual(sent[name], record[name]));
  const dropped = new Set(names.filter(isReadBack));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !dropped.has(name)));
}

function refusedNames(body: unknown, schema: z.ZodType): string[] {
  if (typeof body !== 'object' || body === null || !(schema instanceof z.ZodObject)) return [];
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const isTaken = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(shape, name) &&
    // The version is never dropped: the write compares it.
    (name === 'updated_at' || shape[name]?.safeParse(value).success === true);
  return Object.entries(body)
    .filter((each) => !isTaken(each))
    .map(([name]) => name);
}
