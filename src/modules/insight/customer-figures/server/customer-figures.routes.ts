import { notFound } from '~/kit/server/errors';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { findCustomer } from '~/modules/sales/customers/server/customers.service';
import { customerFiguresSchema } from '../customer-figures.fields';
import { getCustomerFigures } from './customer-figures.actions';

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
}
