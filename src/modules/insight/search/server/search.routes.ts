import { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import type { Database } from '~/kit/server/database/db';
import { invalid } from '~/kit/server/errors';
import { createLimiter } from '~/kit/server/limiter';
import { clientOf } from '~/kit/server/http/client';
import { type Api, route } from '~/kit/server/http/route';
import { foundSchema, type Match } from '../search.fields';
import { longestQuery, shortestQuery, searchQueryOf } from '../search.rules';
import { findRecords } from './search.queries';

export function searchRoutes(api: Api): void {
  const limiter = createLimiter({
    running: 4,
    waiting: 100,
    each: 10,
    message: 'Too many searches are running. Please try again in a few seconds.',
    eachMessage: 'You have too many searches in progress. Please try again in a few seconds.',
    retryAfterSeconds: 2,
  });
  route(api, {
    method: 'GET',
    url: '/search',
    access: 'user',
    takesKeys: true,
    summary:
      'Search records of every kind by name, number, email, phone or SKU, the best match first',
    tag: 'Search',
    query: z.object({ q: z.string({ error: 'Send one q with what to search for' }) }),
    response: z.array(foundSchema),
    handle: ({ context, query, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const { who, signal } = clientOf(request, reply);
      return limiter.run(() => search(api.database, { person: context.person, signal }, query.q), {
        who,
        signal,
      });
    },
  });
}

/**
 * Records of any kind that the person may see, by name, number, email, phone or SKU
 * (docs/product/search.md#what-is-found).
 */
async function search(
  database: Pick<Database, 'pool' | 'readable'>,
  asker: { person: Context['person']; signal: AbortSignal },
  typed: string,
): Promise<Match[]> {
  if (typed.length > longestQuery)
    throw invalid('q', `Please search for at most ${longestQuery} characters`);
  const query = searchQueryOf(typed);
  if (!query) throw invalid('q', `Please type at least ${shortestQuery} characters`);
  return findRecords(database, asker, query);
}
