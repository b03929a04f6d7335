import { z } from 'zod';
import { createLimiter } from '~/kit/server/limiter';
import { type Api, route } from '~/kit/server/http/route';
import {
  duplicateGroup,
  duplicatesQuery,
  likelyDuplicate,
  likelyQuery,
} from '../duplicates.fields';
import { likelyDuplicates, listDuplicates } from './duplicates.service';

const shared = { method: 'GET', tag: 'Duplicates', access: 'user' } as const;

export function duplicateRoutes(api: Api): void {
  // Comparing a hundred thousand records keeps a core of the database busy for a second.
  const limiter = createLimiter({
    running: 1,
    waiting: 10,
    each: 2,
    message: 'Too many searches for duplicates are running. Please try again in a minute.',
    retryAfterSeconds: 30,
  });
  route(api, {
    ...shared,
    url: '/duplicates',
    summary: 'List groups of likely duplicates of one kind, with the reasons',
    query: duplicatesQuery,
    response: z.array(duplicateGroup),
    handle: ({ context, query }) =>
      limiter.run(() => listDuplicates(context, query.type), { who: context.person.id }),
  });
  route(api, {
    ...shared,
    url: '/duplicates/likely',
    summary: 'List up to five likely duplicates of a record that is being typed',
    query: likelyQuery,
    response: z.array(likelyDuplicate),
    handle: ({ context, query }) => likelyDuplicates(context, query),
  });
}
