import { rowSchema } from '~/kit/shared/records';
import { type Api, idParams, listRoute, route } from '~/kit/server/route';
import { getRecord } from '~/kit/server/write';
import { customerFields } from '../customers.fields';
import { customers, listCustomers } from './customers.queries';

const customerRow = rowSchema(customerFields);

export function customerRoutes(api: Api): void {
  listRoute(api, {
    url: '/customers',
    access: 'user',
    summary: 'All customers, newest first',
    tag: 'Customers',
    row: customerRow,
    source: listCustomers,
  });
  route(api, {
    method: 'GET',
    url: '/customers/:id',
    access: 'user',
    summary: 'One customer',
    tag: 'Customers',
    params: idParams,
    answer: customerRow,
    handle: ({ context, params }) => getRecord(context.db, customers, params.id),
  });
}
