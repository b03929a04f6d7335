import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { onlyReads } from '~/kit/shared/access';
import { maxId } from '~/kit/shared/fields';
import type { Clock } from './clock';
import { type Context, createContext, type Person, type RepeatKey } from './context';
import { changeCounters, type Database, listStatement, type ListSource, openList } from './db';
import { AppError, enforce } from './errors';
import type { KeptLists } from './kept-lists';
import type { MailTransport } from './mail';
import { withoutReadBack } from './read-back';

/** `writer` is a signed-in person who does not only read in the current workspace (contract: Workspaces). */
export type Access = 'public' | 'user' | 'writer' | 'admin';

/** What routes are made with; handed to every module by the app. */
export interface Api {
  app: FastifyInstance;
  database: Database;
  clock: Clock;
  /** Where links inside mails lead. */
  publicUrl: string;
  /** The folder for everything that the product writes (contract §1). */
  dataDir: string;
  /** For the calls that have to know what became of a mail. */
  transport: MailTransport;
  /** Work that goes on after its answer; a stop waits for it. It never fails unheard. */
  goOn: (work: Promise<unknown>) => void;
  /** Changes with the program and the database, so that a kept list never outlives either. */
  edition: string;
  keptLists: KeptLists;
  authenticate: (request: FastifyRequest) => Promise<Person | null>;
  /** Every declared call, for the test that no route is left without its rule. */
  declared: DeclaredCall[];
}

export interface DeclaredCall {
  method: string;
  url: string;
  access: Access;
}

export interface Call<B, P, Q> {
  body: B;
  params: P;
  query: Q;
  context: Context;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Definition<B, P, Q, A> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`. */
  url: string;
  access: Access;
  summary: string;
  tag: string;
  body?: z.ZodType<B, unknown>;
  params?: z.ZodType<P, unknown>;
  query?: z.ZodType<Q, unknown>;
  answer: z.ZodType<A>;
  status?: 200 | 201;
  /** A repeated `Idempotency-Key` answers as the first time and does nothing new. */
  idempotent?: boolean;
  /** Of a call that changes a record: the record as it is read, which may be sent back whole (`withoutReadBack`). */
  current?: (context: Context, params: P) => Promise<object>;
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
  definition: Definition<B, P, Q, A> & { handle: (call: Call<B, P, Q>) => Promise<A> },
): void {
  const { app } = api;
  const status = definition.status ?? 200;
  declare(api, definition);
  app.route({
    method: definition.method,
    url: `/api${definition.url}`,
    schema: documented(definition, status, definition.answer),
    config: { access: definition.access },
    onRequest: requireAccess(api, definition.access),
    preValidation: async (request, reply) => takeReadBack(api, definition, request, reply),
    handler: async (request, reply) => {
      const answer = await definition.handle(
        callOf<B, P, Q>(api, definition.idempotent ?? false, request, reply),
      );
      return reply.code(status).send({ success: true, data: answer });
    },
  });
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
  const { context } = callOf<B, P, Q>(api, false, request, reply);
  request.body = await withoutReadBack(request.body, body, () =>
    current(context, named?.data as P),
  );
}

/** Declares a call that answers a whole list, straight from the database, with `ETag` and 304 (contract §2). */
export function listRoute<Q = undefined, P = undefined>(
  api: Api,
  definition: Omit<Definition<undefined, P, Q, unknown>, 'method' | 'answer' | 'status'> & {
    row: z.ZodType;
    source: (call: Call<undefined, P, Q>) => ListSource | Promise<ListSource>;
  },
): void {
  declare(api, { ...definition, method: 'GET' });
  api.app.route({
    method: 'GET',
    url: `/api${definition.url}`,
    schema: documented(
      { ...definition, method: 'GET', answer: z.unknown() },
      200,
      z.array(definition.row),
    ),
    config: { access: definition.access },
    onRequest: requireAccess(api, definition.access),
    handler: async (request, reply) => {
      const source = await definition.source(callOf<undefined, P, Q>(api, false, request, reply));
      return sendList(api, source, request, reply);
    },
  });
}

export interface FileAnswer {
  /** The name under which it is saved. */
  name: string;
  /** Such as `text/csv; charset=utf-8`. */
  type: string;
  content: Readable | Buffer | string;
  /** Of a file that is shown in a page and not saved: what changes with it. The browser keeps it and asks each time. */
  shownAs?: string;
}

/** Declares a call that answers a file, sent as it is made. */
export function fileRoute<P = undefined, Q = undefined>(
  api: Api,
  definition: Omit<Definition<undefined, P, Q, unknown>, 'method' | 'answer' | 'status'> & {
    handle: (call: Call<undefined, P, Q>) => Promise<FileAnswer>;
  },
): void {
  declare(api, { ...definition, method: 'GET' });
  api.app.route({
    method: 'GET',
    url: `/api${definition.url}`,
    schema: {
      ...documented({ ...definition, method: 'GET', answer: z.unknown() }, 200, z.unknown()),
      response: { 200: z.string().describe('The file'), '4xx': failureSchema },
    },
    config: { access: definition.access },
    onRequest: requireAccess(api, definition.access),
    handler: async (request, reply) => {
      const file = await definition.handle(callOf<undefined, P, Q>(api, false, request, reply));
      return sendFile(file, request, reply);
    },
  });
}

function sendFile(file: FileAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const tag = file.shownAs === undefined ? null : `"${file.shownAs}"`;
  const kind = tag ? 'inline' : 'attachment';
  reply.header('content-disposition', `${kind}; filename="${file.name}"`);
  reply.header('cache-control', tag ? 'private, no-cache' : 'no-store');
  if (tag) reply.header('etag', tag);
  if (tag && request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type(file.type).send(file.content);
}

function declare(api: Api, { method, url, access }: DeclaredCall): void {
  api.declared.push({ method, url: `/api${url}`, access });
}

async function sendList(
  api: Api,
  source: ListSource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { database } = api;
  // The counters first: what changes after them shows in the next answer's tag, never in this one's.
  const counters = await changeCounters(database.pool, source.tables);
  const place = `${request.person?.current_workspace ?? 0}.${source.of ?? ''}`;
  const tag = `W/"${api.edition}.${place}.${counters}"`;
  reply.header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === tag) return reply.header('etag', tag).code(304).send();
  reply.type('application/json; charset=utf-8');
  const statement = listStatement(database.db, source);
  const packs = takesGzip(request);
  if (packs) reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
  const kept = packs ? api.keptLists.find(statement, tag) : null;
  if (kept) return reply.header('etag', tag).send(kept);
  const list = await openList(database.pool, { statement, tables: source.tables });
  reply.header('etag', list.settled ? tag : `W/"${request.id}"`);
  if (!packs) return reply.send(list.stream);
  return reply.send(api.keptLists.pack(list.stream, statement, list.settled ? tag : null));
}

function takesGzip(request: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.headers['accept-encoding'] ?? '');
}

function documented<B, P, Q, A>(
  definition: Definition<B, P, Q, A>,
  status: 200 | 201,
  answer: z.ZodType,
) {
  const { body, params, query, summary, tag } = definition;
  return {
    summary,
    tags: [tag],
    ...(body ? { body } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    response: {
      [status]: z.object({ success: z.literal(true), data: answer }),
      '4xx': failureSchema,
    },
  };
}

const failureSchema = z.object({
  success: z.literal(false),
  error: z.string().describe('One sentence for a person'),
  details: z
    .array(
      z.object({
        field: z.string().optional(),
        message: z.string(),
        record: z.object({ type: z.string(), id: z.int(), label: z.string() }).optional(),
      }),
    )
    .optional(),
});

/** Lets in who has the right: 401 without a session, 403 without the role or where one only reads. */
export function requireAccess(api: Api, access: Access) {
  return async (request: FastifyRequest): Promise<void> => {
    if (access === 'public') return;
    request.person = await api.authenticate(request);
    if (!request.person) throw new AppError('session.none', 401, 'Please sign in to continue');
    if (access === 'admin' && request.person.role !== 'admin') {
      throw new AppError('session.not_admin', 403, 'Only an administrator may do this');
    }
    if (access === 'writer' && request.person.workspace_role === 'viewer') enforce(onlyReads, 403);
  };
}

function callOf<B, P, Q>(
  api: Api,
  idempotent: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<B, P, Q> {
  const person = request.person ?? nobody;
  return {
    body: request.body as B,
    params: request.params as P,
    query: request.query as Q,
    context: createContext({
      db: api.database.db,
      person,
      now: api.clock.now(),
      repeat: idempotent ? repeatKey(request) : undefined,
    }),
    request,
    reply,
  };
}

function repeatKey(request: FastifyRequest): RepeatKey | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > 200)
    throw new AppError(
      'idempotency.too_long',
      400,
      'An Idempotency-Key has at most 200 characters',
    );
  return {
    key,
    request: `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`,
  };
}

/** The server itself, where a public call writes or a job runs. */
export const nobody: Person = {
  id: 0,
  username: '',
  email: '',
  first_name: 'System',
  last_name: '',
  role: 'user',
  current_workspace: null,
  workspace_role: null,
  session_id: 0,
};

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}
