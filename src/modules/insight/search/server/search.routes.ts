import { z } from 'zod';
import { createLimiter } from '~/kit/server/limiter';
import { clientOf } from '~/kit/server/http/client';
import { type Api, route } from '~/kit/server/http/route';
import { foundSchema } from '../search.fields';
import { search } from './search.internal';

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
