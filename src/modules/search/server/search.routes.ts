import { z } from 'zod';
import { type Api, route } from '~/kit/server/http/route';
import { foundSchema } from '../search.fields';
import { search } from './search.steps';

export function searchRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/search',
    access: 'user',
    summary: 'Records of any kind by name, number, e-mail, phone or SKU, the best match first',
    tag: 'Search',
    query: z.object({ q: z.string({ error: 'Send one q with what to search for' }) }),
    answer: z.array(foundSchema),
    handle: ({ context, query, reply }) => {
      reply.header('cache-control', 'no-store');
      return search(context, query.q);
    },
  });
}
