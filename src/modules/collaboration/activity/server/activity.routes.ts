import { z } from 'zod';
import { type Api, route } from '~/kit/server/http/route';
import { rowLimit } from '~/kit/server/http/row-limit';
import { activitySchema } from '../activity.fields';
import { activityFilters } from '../activity.filters';
import { getFeed } from './activity.service';

// An empty value counts as absent: `?type=&before=&limit=20`.
const query = z.object({
  type: z
    .enum(['', ...activityFilters], {
      error: `The type must be one of ${activityFilters.join(', ')}`,
    })
    .default('')
    .transform((name) => (name === '' ? null : name)),
  before: z
    .string({ error: 'Send before once' })
    .regex(/^\d{0,15}$/, { error: 'Before must be the id of an activity' })
    .default('')
    .transform((text) => (text === '' ? null : Number(text))),
  limit: rowLimit({ usual: 50, highest: 100 }),
});

export function activityRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/activity',
    access: 'user',
    summary: 'List recent activity, newest first',
    tag: 'Activity',
    query,
    response: z.array(activitySchema),
    handle: ({ context, query: page }) => getFeed(context, page),
  });
}
