import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Call, callOf } from './call';
import { changeCounters, listStatement, type ListSource } from '~/kit/server/lists/list-stream';
import { clientOf } from './client';
import { addRoute, type Api, type Declaration } from './route';
import { successSchema } from './route-schema';

/** Declares a call that streams a whole list from the database, with `ETag` and 304 (docs/product/wire.md#lists). */
export function listRoute<Q = undefined, P = undefined>(
  api: Api,
  definition: Declaration<P, Q> & {
    row: z.ZodType;
    source: (call: Call<undefined, P, Q>) => ListSource | Promise<ListSource>;
  },
): void {
  addRoute(
    api,
    { ...definition, method: 'GET' },
    {
      answers: { 200: successSchema(z.array(definition.row)) },
      handler: async (request, reply) => {
        const source = await definition.source(callOf<undefined, P, Q>(api, { request, reply }));
        return sendList(api, source, request, reply);
      },
    },
  );
}

async function sendList(
  api: Api,
  source: ListSource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { database } = api;
  // Counters first: a later change then shows in the next response's tag, never in this one's.
  const counters = await changeCounters(database.pool, source.tables);
  const place = `${request.person?.current_workspace ?? 0}.${source.of ?? ''}`;
  const tag = `W/"${api.edition}.${place}.${counters}"`;
  reply.header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === tag) return reply.header('etag', tag).code(304).send();
  reply.type('application/json; charset=utf-8');
  const statement = listStatement(database.db, source);
  const client = clientOf(request, reply);
  const { tables } = source;
  const { body, settled } = await api.lists.open({ ...client, statement, tables, tag });
  if (client.packs) reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
  return reply.header('etag', settled ? tag : `W/"${request.id}"`).send(body);
}
