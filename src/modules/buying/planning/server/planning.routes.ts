import { type Api, route } from '~/kit/server/http/route';
import { plannedOrdersSchema, plannedResultSchema, planningSchema } from '../planning.fields';
import { orderPlanned, readPlanning } from './planning.actions';

const shared = { tag: 'Planning' } as const;

export function planningRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: ['products.read', 'purchase_orders.read'],
    method: 'GET',
    url: '/planning',
    summary: 'List what the stock of each product comes to, and what to buy',
    response: planningSchema,
    handle: ({ context }) => readPlanning(context),
  });
  route(api, {
    ...shared,
    access: ['products.read', 'purchase_orders.create'],
    method: 'POST',
    url: '/planning/purchase-orders',
    summary:
      'Make one draft a vendor of what is chosen or, without items, of all that is to be bought',
    body: plannedOrdersSchema,
    response: plannedResultSchema,
    idempotent: true,
    handle: ({ context, body }) => orderPlanned(context, body ?? {}),
  });
}
