import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '~/kit/server/errors';
import { networkOf, siteOf } from './networks';
import { type FairUse, secondsLeft } from './fair-use';

export interface AnonymousLimits {
  /** Public calls, of one network. */
  calls: FairUse;
  /** Pages, their files and addresses at which there is nothing, of one network. */
  pages: FairUse;
  /** Public calls of all networks together. */
  allAtOnce: number;
  /** New sockets of one network a minute, which are open before it is known whose they are. */
  handshakes: number;
}

/**
 * An office of a hundred behind one address stays far below: a person who signs in makes some five public calls and
 * loads some sixty files.
 */
export const anonymousLimits: AnonymousLimits = {
  calls: { atOnce: 300, perMinute: 3000 },
  pages: { atOnce: 1000, perMinute: 30_000 },
  allAtOnce: 2000,
  handshakes: 3000,
};

/** So many networks that someone has whole, such as the /64 of an IPv6 site, may use up their limits together. */
const networksOfSite = 4;

/**
 * Bounds requests that need no session, by network: calls with the access `public`, and paths that are not a call.
 * 429 beyond the limits, 503 where all networks together are too many (docs/product/wire.md#limits). Gives what counts the
 * handshake of a socket from an address: false beyond the limit.
 */
export function limitAnonymous(
  app: FastifyInstance,
  limits: AnonymousLimits,
): (address: string) => boolean {
  const handshakes = new NetworkUse({ atOnce: Infinity, perMinute: limits.handshakes });
  const calls = new NetworkUse(limits.calls);
  const pages = new NetworkUse(limits.pages);
  let inFlight = 0;
  app.addHook('onRequest', async (request, reply) => {
    const { access = 'none', unlimited = false } = request.routeOptions.config;
    if (access === 'none') return pages.take(request, reply);
    if (access !== 'public' || unlimited) return;
    if (inFlight >= limits.allAtOnce) throw busy();
    calls.take(request, reply);
    inFlight += 1;
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
  });
  return (address) => handshakes.allows(address);
}

/** Counts requests by network, or by any other key, such as a token. */
export class NetworkUse {
  readonly #inFlight = new Map<string, number>();
  #calls = new Map<string, number>();
  #minute = 0;

  constructor(private readonly limits: FairUse) {}

  take({ ip }: FastifyRequest, { raw }: FastifyReply): void {
    for (const key of this.count(ip)) {
      this.#inFlight.set(key, (this.#inFlight.get(key) ?? 0) + 1);
      raw.once('close', () => this.#end(key));
    }
  }

  allows(address: string): boolean {
    try {
      this.count(address);
      return true;
    } catch {
      return false;
    }
  }

  /** 429 where a network is at its limit. */
  enforce(ip: string): Set<string> {
    this.#startMinute();
    const network = networkOf(ip);
    const site = siteOf(ip);
    this.#enforce(network, 1);
    if (site !== network) this.#enforce(site, networksOfSite);
    return new Set([network, site]);
  }

  /** The same for one more. */
  count(ip: string): Set<string> {
    const keys = this.enforce(ip);
    for (const key of keys) this.#calls.set(key, (this.#calls.get(key) ?? 0) + 1);
    return keys;
  }

  /** How many more a network may send in this minute. */
  remaining(ip: string): number {
    this.#startMinute();
    const { perMinute } = this.limits;
    const left = (key: string, times: number) => perMinute * times - (this.#calls.get(key) ?? 0);
    return Math.min(left(networkOf(ip), 1), left(siteOf(ip), networksOfSite));
  }

  #startMinute(): void {
    const minute = Math.floor(Date.now() / 60_000);
    // Of networks that are gone nothing stays.
    if (minute !== this.#minute) this.#calls = new Map();
    this.#minute = minute;
  }

  #enforce(key: string, times: number): void {
    const { atOnce, perMinute } = this.limits;
    if ((this.#calls.get(key) ?? 0) >= perMinute * times) throw tooMany(secondsLeft());
    if ((this.#inFlight.get(key) ?? 0) >= atOnce * times) throw tooMany(1);
  }

  #end(key: string): void {
    const remaining = (this.#inFlight.get(key) ?? 1) - 1;
    if (remaining > 0) this.#inFlight.set(key, remaining);
    else this.#inFlight.delete(key);
  }
}

function tooMany(retryAfterSeconds: number): AppError {
  const message = 'Your network sends too many requests. Please try again in a moment.';
  return new AppError('request.too_many', message, { retryAfterSeconds });
}

function busy(): AppError {
  const message = 'Too many people are signing in. Please try again in a moment.';
  return new AppError('server.busy', message, { retryAfterSeconds: 2 });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    unlimited?: boolean;
  }
}
