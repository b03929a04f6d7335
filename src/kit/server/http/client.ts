import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '~/kit/server/errors';

function takesGzip(request: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.headers['accept-encoding'] ?? '');
}

export interface Client {
  who: number;
  packs: boolean;
  signal: AbortSignal;
}

export function clientOf(request: FastifyRequest, reply: FastifyReply): Client {
  return {
    who: request.person?.id ?? 0,
    packs: takesGzip(request),
    signal: goneSignal(reply),
  };
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () =>
    gone.abort(new AppError('server.busy', 503, 'The client has gone')),
  );
  return gone.signal;
}
