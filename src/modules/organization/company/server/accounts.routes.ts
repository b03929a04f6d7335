import { z } from 'zod';
import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { type PaymentMethod, paymentMethodFields } from '../accounts.fields';
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
  route(api, {
    access: 'admin',
    tag,
    method: 'POST',
    url: '/billing/payment-methods',
    summary: 'Add an account; the first one is the default',
    body: methodBody,
    response: methodRow,
    status: 201,
    handle: ({ context, body }): Promise<PaymentMethod> => addPaymentMethod(context, body),
  });
  route(api, {
    access: 'admin',
    tag,
    method: 'PUT',
    url: '/billing/payment-methods/:id',
    errors: ['payment_method.is_default'],
    summary: 'Change an account, or make it the default',
    params: idParams,
    body: patchSchema(paymentMethodFields),
    response: methodRow,
    current: ({ db }, { id }) => getRecord(db, paymentMethods, id),
    handle: ({ context, params, body }) => changePaymentMethod(context, params.id, body),
  });
  route(api, {
    access: 'admin',
    tag,
    method: 'DELETE',
    url: '/billing/payment-methods/:id',
    summary: 'Remove an account; if it was the default, another one becomes it',
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => removePaymentMethod(context, params.id),
  });
}
