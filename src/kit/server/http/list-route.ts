import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ListSource } from '~/kit/server/lists/list-source';
import { wholly, type WindowedList } from '~/kit/server/lists/windowed-list';
import { type Call, callOf } from './call';
import { clientOf } from './client';
import { addRoute, type Api, type Declaration } from './route';
import { successSchema } from './route-schema';
import {
  isWindow,
  sendLength,
  sendWindow,
  takesWindows,
  windowQuery,
  windowSchemas,
} from './window-response';

const since = z.object({ since: z.string().max(4000).optional() });

/** Declares a call that streams a whole list from the database, or what changed in it (docs/product/wire.md#lists). */
export function listRoute<Q extends object = object, P = undefined>(
  api: Api,
  definition: Omit<Declaration<P, Q>, 'query'> & {
    query?: z.ZodObject;
    row: z.ZodType;
    source: (call: Call<undefined, P, Q>) => ListSource | Promise<ListSource>;
    /** The same list by windows, where it may be too long for a browser (docs/product/wire.md#very-long-lists). */
    windows?: (call: Call<undefined, P, Q>) => WindowedList;
  },
): void {
  const { row, windows } = definition;
  const own = (definition.query ?? z.object({})).extend(since.shape);
  const query = windows ? own.extend(windowQuery.shape) : own;
  const forms = [z.array(row), changesSchema(row), ...(windows ? windowSchemas(row) : [])] as const;
  addRoute(
    api,
    { ...definition, query, method: 'GET' },
    {
      responses: { 200: successSchema(z.union(forms)) },
      handler: async (request, reply) => {
        const call = callOf<undefined, P, Q>(api, { request, reply });
        const windowed = windows?.(call);
        if (windowed && isWindow(request.query as object))
          return sendWindow(api, await wholly(windowed), request, reply);
        const source = await definition.source(call);
        const { since: cursor } = request.query as z.infer<typeof since>;
        reply.header('cache-control', 'no-store');
        const isTooLong = async () =>
          windowed !== undefined &&
          takesWindows(request) &&
          (await sendLength(api, windowed, reply));
        if (cursor === undefined && (await isTooLong())) return reply;
        const room = roomOf(api, source, request);
        if (room !== null) reply.header('list-live', room);
        if (cursor === undefined) return sendList(api, source, request, reply);
        if ((await sendChanges(api, source, cursor, reply)) || (await isTooLong())) return reply;
        return sendAnew(api, source, request, reply);
      },
    },
  );
}

/** Joins before the list is read, so that the page hears of every later change. */
function roomOf({ joinList }: Api, source: ListSource, { headers, person }: FastifyRequest) {
  const socket = headers['live-socket'];
  if (typeof socket !== 'string' || !person) return null;
  return joinList({ socket, person }, source);
}

const changesSchema = (row: z.ZodType) =>
  z.object({
    full: z.boolean(),
    cursor: z.string(),
    gone: z.array(z.int()),
    rows: z.array(row),
  });

async function sendList(
  api: Api,
  source: ListSource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [, cached] = /^W\/"([^"]+)"$/.exec(request.headers['if-none-match'] ?? '') ?? [];
  if (cached !== undefined && (await api.lists.isCurrent(source, cached))) {
    return reply.header('etag', tagOf(cached)).header('list-cursor', cached).code(304).send();
  }
  const client = clientOf(request, reply);
  const { body, cursor } = await api.lists.open(source, client);
  reply.header('etag', tagOf(cursor)).header('list-cursor', cursor);
  return json(reply, client.packs).send(body);
}

async function sendChanges(
  api: Api,
  source: ListSource,
  cursor: string,
  reply: FastifyReply,
): Promise<boolean> {
  const changes = await api.lists.changes(source, cursor);
  if (changes !== null) await json(reply, false).send(changes);
  return changes !== null;
}

/** The whole list for the person who asked what changed since a cursor that does not tell it. */
async function sendAnew(
  api: Api,
  source: ListSource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const client = clientOf(request, reply);
  const { body } = await api.lists.open(source, client, 'since');
  return json(reply, client.packs).send(body);
}

function json(reply: FastifyReply, packs: boolean): FastifyReply {
  reply.type('application/json; charset=utf-8');
  return packs ? reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding') : reply;
}

const tagOf = (cursor: string): string => `W/"${cursor}"`;
