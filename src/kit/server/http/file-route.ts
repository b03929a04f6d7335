import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Call, callOf } from './call';
import { addRoute, type Api, type Declaration } from './route';

/** A file to be sent. */
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
  definition: Declaration<P, Q> & {
    handle: (call: Call<undefined, P, Q>) => Promise<FileAnswer>;
  },
): void {
  addRoute(
    api,
    { ...definition, method: 'GET' },
    {
      answers: { 200: z.string().describe('The file') },
      handler: async (request, reply) => {
        const file = await definition.handle(callOf<undefined, P, Q>(api, { request, reply }));
        return sendFile(file, request, reply);
      },
    },
  );
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
