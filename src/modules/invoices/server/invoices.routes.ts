import { type Api, idParams, listRoute, route } from '~/kit/server/route';
import { getRecord } from '~/kit/server/write';
import { rowSchema } from '~/kit/shared/records';
import { invoiceFields } from '../invoices.fields';
import { invoices, listInvoices } from './invoices.queries';

const invoiceRow = rowSchema(invoiceFields);
const shared = { access: 'user', tag: 'Invoices' } as const;

export function invoiceRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    url: '/invoices',
    summary: 'All invoices, newest first',
    row: invoiceRow,
    source: listInvoices,
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/invoices/:id',
    summary: 'One invoice',
    params: idParams,
    answer: invoiceRow,
    handle: ({ context, params }) => getRecord(context.db, invoices, params.id),
  });
}
