import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { logEvent } from '~/kit/server/audit/log-event';
import type { Context } from '~/kit/server/database/context';
import type { Limiter, Turn } from '~/kit/server/limiter';
import { type Call, callOf } from './call';
import { type Client, clientOf } from './client';
import { type Api, type Declaration, addRoute } from './route';
import { successSchema } from './route-schema';

export interface FileResponse {
  /** Null for what is read by a page, not saved; it is not logged either. */
  name: string | null;
  type: string;
  content: Readable | Buffer | string;
  /** For a file shown in a page instead of saved: a version for the ETag. The browser caches it and revalidates. */
  shownAs?: string;
  isPacked?: boolean;
  /** What someone added, of so many bytes: nothing in it runs, and it is saved unless it may be `isShown` on its own. */
  foreign?: { size: number; isShown: boolean };
}

/** How much of a made file is taken in before its client has read it, in bytes. */
const ahead = 1_048_576;

/** A file that is made while its client reads it. */
export type FileContent = FileResponse & { content: Readable };

/**
 * For files that cost work: each takes its turn at the gate until it is read to its end, and waits for its reader within
 * the bounds of downloads.
 */
export function limitedFiles({ downloads }: Pick<Api, 'downloads'>, limiter: Limiter) {
  return async (
    turn: Turn & { who: number },
    make: () => Promise<FileContent>,
  ): Promise<FileResponse> => {
    const leave = await limiter.enter(turn);
    try {
      const { content, ...head } = await make();
      content.once('close', leave);
      return { ...head, content: downloads.send(content, { who: turn.who, ahead }) };
    } catch (error) {
      leave();
      throw error;
    }
  };
}

export function fileRoute<P = undefined, Q = undefined, B = undefined>(
  api: Api,
  definition: Declaration<P, Q> & {
    /** Of a call that sends what the file is made of; it changes nothing. */
    body?: z.ZodType<B, unknown>;
    /** The name of this download in the audit log, for data that leaves in bulk (docs/product/log.md#events). */
    loggedAs?: string;
    /** Of a call that answers records too, in the usual envelope. */
    response?: z.ZodType;
    handle: (call: Call<B, P, Q> & { client: Client }) => Promise<FileResponse>;
  },
): void {
  addRoute(
    api,
    { ...definition, method: definition.body ? 'POST' : 'GET' },
    {
      responses: { 200: responsesOf(definition.response) },
      handler: async (request, reply) => {
        const call = callOf<B, P, Q>(api, { request, reply });
        const file = await definition.handle({ ...call, client: clientOf(request, reply) });
        if (definition.loggedAs && file.name !== null)
          await logDownload(call.context, definition.loggedAs, file);
        return sendFile(file, request, reply);
      },
    },
  );
}

function responsesOf(schema: z.ZodType | undefined): z.ZodType {
  const file = z.string().describe('The file');
  return schema ? z.union([successSchema(schema), file]) : file;
}

/** Once the data is there to be sent, for a refused call gives none away; without its entry the file stays here. */
async function logDownload(
  context: Context,
  record: string,
  { content }: FileResponse,
): Promise<void> {
  const event = { action: 'downloaded', entity: 'downloads', record };
  try {
    await context.transaction((trx) => logEvent(trx, event));
  } catch (error) {
    if (content instanceof Readable) content.destroy();
    throw error;
  }
}

function sendFile(file: FileResponse, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const tag = file.shownAs === undefined ? null : `"${file.shownAs}"`;
  const kind = tag || file.foreign?.isShown ? 'inline' : 'attachment';
  if (file.name !== null) reply.header('content-disposition', dispositionOf(kind, file.name));
  if (file.foreign) {
    reply.header('content-security-policy', "sandbox; default-src 'none'");
    reply.header('content-length', file.foreign.size);
  }
  reply.header('cache-control', tag ? 'private, no-cache' : 'no-store');
  if (tag) reply.header('etag', tag);
  if (file.isPacked) reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
  if (tag && request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type(file.type).send(file.content);
}

/**
 * The header that names a file (RFC 6266): as it is where every client reads it, else a plain form of it and the name itself
 * as RFC 5987 writes it.
 */
function dispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\u0020-\u007e]|["\\%]/g, '_');
  if (plain === name) return `${kind}; filename="${name}"`;
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
