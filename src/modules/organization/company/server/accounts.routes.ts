import { z } from 'zod';
import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api } from '~/kit/server/http/route';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { paymentMethodFields } from '../accounts.fields';
import { listPaymentMethods, paymentMethods } from './accounts.queries';
import { addPaymentMethod, changePaymentMethod, removePaymentMethod } from './accounts.actions';

const methodRow = rowSchema(paymentMethodFields);
const tag = 'Billing';

const methodBody = createSchema(paymentMethodFields).transform((body, check) => {
  const { type } = body;
  if (type !== undefined) return { ...body, type };
  check.addIssue({ code: 'custom', path: ['type'], message: 'Type is required' });
  return z.NEVER;
});

export function paymentMethodRoutes(api: Api): void {
  listRoute(api, {
    access: 'user',
    tag,
    url: '/billing/payment-methods',
    summary: 'List the payment accounts of the company, the default one first',
    row: methodRow,
    source: listPaymentMethods,
  });
  recordRoutes(api, {
    tag,
    url: '/billing/payment-methods',
    access: 'admin',
    response: methodRow,
    find: ({ db }, id) => getRecord(db, paymentMethods, id),
    create: {
      confirmed: true,
      summary: 'Add an account; the first one is the default',
      body: methodBody,
      idempotent: false,
      act: addPaymentMethod,
    },
    update: {
      confirmed: true,
      summary: 'Change an account, or make it the default',
      body: patchSchema(paymentMethodFields),
      act: changePaymentMethod,
    },
    remove: {
      confirmed: true,
      summary: 'Remove an account; if it was the default, another one becomes it',
      act: removePaymentMethod,
    },
  });
}
