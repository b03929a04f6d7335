import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Call, callOf } from './call';
import { addRoute, type Api, type Declaration } from './route';

export interface FileAnswer {
  name: string;
  type: string;
  content: Readable | Buffer | string;
  /** For a file shown in a page instead of saved: a version for the ETag. The browser caches it and revalidates. */
  shownAs?: string;
}

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
