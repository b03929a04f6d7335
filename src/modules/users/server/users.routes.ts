import { z } from 'zod';
import { type Api, listRoute } from '~/kit/server/route';
import { listDirectory } from './users.queries';

const directoryRow = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  is_active: z.boolean(),
});

export function userRoutes(api: Api): void {
  listRoute(api, {
    url: '/users/directory',
    access: 'user',
    summary: 'Everybody by name, to show and choose an assignee',
    tag: 'Users',
    row: directoryRow,
    source: listDirectory,
  });
}
