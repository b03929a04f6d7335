import { type Api, idParams, listRoute, route } from '~/kit/server/route';
import { getRecord } from '~/kit/server/write';
import { rowSchema } from '~/kit/shared/records';
import { paymentFields } from '../payments.fields';
import { listPayments, payments } from './payments.queries';

const paymentRow = rowSchema(paymentFields);
const shared = { access: 'user', tag: 'Payments' } as const;

export function paymentRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    url: '/payments',
    summary: 'All payments, newest first',
    row: paymentRow,
    source: listPayments,
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/payments/:id',
    summary: 'One payment',
    params: idParams,
    answer: paymentRow,
    handle: ({ context, params }) => getRecord(context.db, payments, params.id),
  });
}
