import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '~/kit/server/errors';

export interface FairUse {
  atOnce: number;
  perMinute: number;
}

/** Far above what a screen or a script needs; one person alone may not use up what all share. */
export const fairUse: FairUse = { atOnce: 1000, perMinute: 60_000 };

interface Use {
  inFlight: number;
  minute: number;
  calls: number;
}

/** A hook that refuses a person's calls beyond the limits with 429 (docs/product/wire.md#limits). */
export function createFairUse(limits: FairUse) {
  const uses = new Map<number, Use>();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const id = request.person?.id;
    if (id === undefined) return;
    const minute = Math.floor(Date.now() / 60_000);
    const use = uses.get(id) ?? { inFlight: 0, minute, calls: 0 };
    uses.set(id, use);
    if (use.minute !== minute) Object.assign(use, { minute, calls: 0 });
    if (use.calls >= limits.perMinute) throw tooMany(60 - Math.floor((Date.now() % 60_000) / 1000));
    if (use.inFlight >= limits.atOnce) throw tooMany(1);
    use.calls += 1;
    use.inFlight += 1;
    reply.raw.once('close', () => {
      use.inFlight -= 1;
    });
  };
}

function tooMany(retryAfterSeconds: number): AppError {
  const message = 'You have too many requests in progress. Please try again in a moment.';
  return new AppError('request.too_many', message, { retryAfterSeconds });
}
