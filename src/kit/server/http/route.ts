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
import { type Call, callOf } from './call';
import type { Clock } from '~/kit/server/clock';
import type { Context } from '~/kit/server/database/context';
import type { Database } from '~/kit/server/database/db';
import type { ListCache } from '~/kit/server/lists/list-cache';
import type { MailTransport } from '~/kit/server/mail/mail-message';
import { dropEchoedFields } from './echoed-fields';
import { type Access, type Authenticate, requireAccess } from './route-access';
import {
  type Described,
  errorsOf,
  failureSchemas,
  routeSchema,
  successSchema,
} from './route-schema';

/** What routes are made with; handed to every module by the app. */
export interface Api {
  app: FastifyInstance;
  database: Database;
  clock: Clock;
  /** Where links inside mails lead. */
  publicUrl: string;
  /** The folder for everything that the product writes (docs/product/running.md#environment). */
  dataDir: string;
  /** For the calls that have to know what became of a mail. */
  transport: MailTransport;
  /** Work that goes on after its answer; a stop waits for it. It never fails unheard. */
  runAfterReply: (work: Promise<unknown>) => void;
  /** Changes with the program and the database, so that a kept list never outlives either. */
  edition: string;
  listCache: ListCache;
  authenticate: Authenticate;
  /** Every code that may be sent, for the API description. */
  errorCodes: ErrorTable;
  /** Every declared call, for the test that no route is left without its rule. */
  declared: DeclaredCall[];
}

/** One call as it was declared; `url` with its `/api`. */
export interface DeclaredCall {
  method: string;
  url: string;
  access: Access;
}

/** What is declared of a call of any kind. */
export interface Declaration<P, Q> {
  /** Below `/api`. */
  url: string;
  access: Access;
  summary: string;
  tag: string;
  params?: z.ZodType<P, unknown>;
  query?: z.ZodType<Q, unknown>;
  /** The codes that it may be refused with, beside those that follow from what is declared (`errorsOf`). */
  errors?: readonly ErrorCode[];
}

interface Definition<B, P, Q, A> extends Declaration<P, Q> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: z.ZodType<B, unknown>;
  answer: z.ZodType<A>;
  status?: 200 | 201;
  /** A repeated `Idempotency-Key` answers as the first time and does nothing new. */
  idempotent?: boolean;
  /** Of a call that changes a record: the record as it is read, which may be sent back whole (`dropEchoedFields`). */
  current?: (context: Context, params: P) => Promise<object>;
  handle: (call: Call<B, P, Q>) => Promise<A>;
}

/** `/leads/{id}`: digits; a number that no record can have is simply not found. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'The id must be a whole number' })
    .transform((text) => (Number(text) > maxId ? 0 : Number(text))),
});

/** Declares a call: who may, what it takes, what it answers; validates, documents and wraps the answer. */
export function route<B = undefined, P = undefined, Q = undefined, A = unknown>(
  api: Api,
  definition: Definition<B, P, Q, A>,
): void {
  const { status = 200, idempotent = false } = definition;
  addRoute(api, definition, {
    answers: { [status]: successSchema(definition.answer) },
    preValidation: async (request, reply) => takeReadBack(api, definition, request, reply),
    handler: async (request, reply) => {
      const call = callOf<B, P, Q>(api, { idempotent, request, reply });
      const answer = await definition.handle(call);
      if (definition.method === 'GET' && Array.isArray(answer) && isKnown(answer, request, reply))
        return reply.code(304).send();
      return reply.code(status).send({ success: true, data: answer });
    },
  });
}

/** What `route`, `listRoute` and `fileRoute` share: the place below `/api`, who may call, and that it is declared. */
export function addRoute(
  api: Api,
  call: Described & { method: HTTPMethods; url: string },
  {
    answers,
    ...handling
  }: Pick<RouteOptions, 'preValidation' | 'handler'> & { answers: Record<number, z.ZodType> },
): void {
  const { method, access } = call;
  const url = `/api${call.url}`;
  api.declared.push({ method, url, access });
  const errors = errorsOf(call);
  const schema = routeSchema(call, answers, failureSchemas(errors, api.errorCodes));
  const onRequest = requireAccess(api.authenticate, access);
  api.app.route({ method, url, config: { access, errors }, schema, onRequest, ...handling });
}

/** Tags a short list by what it says (docs/product/wire.md#lists), and tells whether the asker has it already. */
function isKnown(rows: unknown[], request: FastifyRequest, reply: FastifyReply): boolean {
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
  const tag = `W/"${digest}"`;
  reply.header('etag', tag);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  return request.headers['if-none-match'] === tag;
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
