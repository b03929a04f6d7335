import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '~/kit/server/clock';
import {
  type Context,
  createContext,
  anonymous,
  type RepeatKey,
} from '~/kit/server/database/context';
import type { Database } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import type { Described } from './route-schema';

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
  publicDatabase: Database;
  clock: Clock;
}

/** Which connections a call takes; a public one never those of signed-in people. */
export type Lane = 'main' | 'public' | 'sign-in';

export function laneOf({ access, ownLane = false }: Pick<Described, 'access' | 'ownLane'>): Lane {
  if (ownLane) return 'sign-in';
  return access === 'public' ? 'public' : 'main';
}

export function callOf<B, P, Q>(
  { database, laneDatabase, publicDatabase, clock }: CallParts,
  sent: { request: FastifyRequest; reply: FastifyReply; idempotent?: boolean },
): Call<B, P, Q> {
  const { request, reply, idempotent = false } = sent;
  const { lane = 'main' } = request.routeOptions.config;
  const databases = { main: database, public: publicDatabase, 'sign-in': laneDatabase };
  const person = request.person ?? anonymous;
  return {
    body: request.body as B,
    params: request.params as P,
    query: request.query as Q,
    context: createContext({
      db: databases[lane].db,
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
      'The Idempotency-Key cannot exceed 200 characters',
    );
  return {
    key,
    request: `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`,
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    lane?: Lane;
  }
}
