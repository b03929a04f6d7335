import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '~/kit/server/errors';

export interface FairUse {
  atOnce: number;
  perMinute: number;
}

/** Far above what a screen or a script needs; one person alone may not use up what all share. */
export const fairUse: FairUse = { atOnce: 1000, perMinute: 60_000 };

const keysAtOnce = 20;

interface Use {
  inFlight: number;
  minute: number;
  calls: number;
}

/**
 * A hook that refuses the calls of a person, or of an API key, beyond the limits with 429 (docs/product/wire.md#limits). To keys
 * it says how many are left. A call that is refused for another reason is not counted.
 */
export function createFairUse(limits: FairUse) {
  const uses = new Map<number, Use>();
  return async (
    { person }: Pick<FastifyRequest, 'person'>,
    reply: FastifyReply,
    isRefused = false,
  ): Promise<void> => {
    if (!person) return;
    const minute = Math.floor(Date.now() / 60_000);
    const use = uses.get(person.id) ?? { inFlight: 0, minute, calls: 0 };
    uses.set(person.id, use);
    if (use.minute !== minute) Object.assign(use, { minute, calls: 0 });
    const { apiKey } = person;
    const { atOnce, perMinute } = apiKey
      ? { atOnce: keysAtOnce, perMinute: apiKey.callsPerMinute }
      : limits;
    const isOver = use.calls >= perMinute;
    const isCounted = !isRefused && !isOver && use.inFlight < atOnce;
    if (isCounted) use.calls += 1;
    if (apiKey) sendLimit(reply, perMinute, perMinute - use.calls);
    if (isRefused) return;
    if (!isCounted) throw tooMany(isOver ? secondsLeft() : 1);
    use.inFlight += 1;
    reply.raw.once('close', () => {
      use.inFlight -= 1;
    });
  };
}

/** Tells a program how many calls of a minute are left. */
export function sendLimit(reply: FastifyReply, limit: number, remaining: number): void {
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': Math.max(0, remaining),
    'ratelimit-reset': secondsLeft(),
  });
}

/** Until the next minute starts. */
export function secondsLeft(): number {
  return 60 - Math.floor((Date.now() % 60_000) / 1000);
}

function tooMany(retryAfterSeconds: number): AppError {
  const message = 'You have too many requests in progress. Please try again in a moment.';
  return new AppError('request.too_many', message, { retryAfterSeconds });
}
