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
    signal: closedSignal(reply),
  };
}

function closedSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort(new AppError('server.busy', 'The client has gone')));
  return closed.signal;
}
