import { type Api, route } from '~/kit/server/http/route';
import { changingOverResponse } from '../changing-over.fields';
import { listChangingOver } from './changing-over.queries';

export function changingOverRoutes(api: Api): void {
  route(api, {
    tag: 'Portals of GST',
    access: 'admin',
    method: 'GET',
    url: '/tax/changing-over',
    summary:
      'List what the company, its customers, goods, open orders and drafts still need for GST',
    response: changingOverResponse,
    handle: async ({ context }) => ({ groups: await listChangingOver(context.db) }),
  });
}
