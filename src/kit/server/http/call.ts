import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '~/kit/server/clock';
import { type Context, createContext, nobody, type RepeatKey } from '~/kit/server/database/context';
import type { Database } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';

export interface Call<B, P, Q> {
  body: B;
  params: P;
  query: Q;
  context: Context;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface CallParts {
  database: Database;
  laneDatabase: Database;
  clock: Clock;
}

export function callOf<B, P, Q>(
  { database, laneDatabase, clock }: CallParts,
  sent: { request: FastifyRequest; reply: FastifyReply; idempotent?: boolean; ownLane?: boolean },
): Call<B, P, Q> {
  const { request, reply, idempotent = false, ownLane = false } = sent;
  const person = request.person ?? nobody;
  return {
    body: request.body as B,
    params: request.params as P,
    query: request.query as Q,
    context: createContext({
      db: ownLane ? laneDatabase.db : database.db,
      person,
      now: clock.now(),
      address: request.ip,
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
      'idempotency.key_too_long',
      400,
      'An Idempotency-Key has at most 200 characters',
    );
  return {
    key,
    request: `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`,
  };
}
