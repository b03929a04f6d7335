import { z } from 'zod';
import { notFound } from '~/kit/server/errors';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { findCustomer } from '~/modules/sales/customers/server/customers.service';
import { customerFiguresSchema } from '../customer-figures.fields';
import { customerDocumentSchema } from '../customer-documents.fields';
import { pageSize } from '../customer-documents.rules';
import { documentsOf, getCustomerFigures } from './customer-figures.actions';

export function customerFiguresRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/customers/:id/figures',
    access: 'customers.read',
    tag: 'Customers',
    summary:
      'Get what a customer owes, has ordered and bought, each part with the right to read it',
    params: idParams,
    response: customerFiguresSchema,
    handle: async ({ context, params }) => {
      const customer = await findCustomer(context.db, params.id, context.person);
      if (!customer) throw notFound('Customer');
      return getCustomerFigures(context, customer);
    },
  });
  documentRoutes(api);
}

const query = z.object({
  before: z
    .string()
    .max(40)
    .optional()
    .describe('`{date}.{type}.{id}` of the last one of the page before'),
});

function documentRoutes(api: Api): void {
  for (const of of ['customers', 'leads'] as const) {
    const noun = of === 'customers' ? 'customer' : 'lead';
    route(api, {
      method: 'GET',
      url: `/${of}/:id/documents`,
      access: `${of}.read`,
      tag: of === 'customers' ? 'Customers' : 'Leads',
      summary: `List the documents of a ${noun} that the user may read, newest first; ${pageSize} at a time`,
      params: idParams,
      query,
      response: z.array(customerDocumentSchema),
      handle: ({ context, params, query: { before } }) =>
        documentsOf(context, { of, id: params.id, before }),
    });
  }
}
