import { z } from 'zod';
import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { requireInvoice } from '~/modules/invoices/server/invoices.service';
import { newPaymentSchema, paymentPatchSchema } from '../requests.fields';
import { paymentFields } from '../payments.fields';
import { listPayments, listPaymentsOf, payments } from './payments.queries';
import { deletePayment, recordPayment, updatePayment } from './payments.steps';

const paymentRow = rowSchema(paymentFields);
const shared = { access: 'user', tag: 'Payments' } as const;
const writing = { ...shared, access: 'writer' } as const;

export function paymentRoutes(api: Api): void {
  readingRoutes(api);
  route(api, {
    ...writing,
    method: 'POST',
    url: '/payments',
    errors: ['payment.exceeds_balance', 'invoice.cancelled'],
    summary: 'Record a payment; on a draft it issues the invoice',
    body: newPaymentSchema,
    answer: paymentRow,
    status: 201,
    idempotent: true,
    handle: ({ context, body }) => recordPayment(context, body),
  });
  route(api, {
    ...writing,
    method: 'PUT',
    url: '/payments/:id',
    errors: [
      'payment.exceeds_balance',
      'invoice.cancelled',
      'payment.invoice_fixed',
      'payment.not_pending',
    ],
    summary: 'Change a payment; amount, method and date only while it is pending',
    params: idParams,
    body: paymentPatchSchema,
    answer: paymentRow,
    current: ({ db }, { id }) => getRecord(db, payments, id),
    handle: ({ context, params, body }) => updatePayment(context, params.id, body),
  });
  route(api, {
    ...writing,
    method: 'DELETE',
    url: '/payments/:id',
    errors: ['payment.not_pending'],
    summary: 'Delete a pending payment',
    params: idParams,
    answer: z.object({ id: z.int() }),
    handle: ({ context, params }) => deletePayment(context, params.id),
  });
}

function readingRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    url: '/payments',
    summary: 'All payments of the chosen workspace, newest first',
    row: paymentRow,
    source: ({ context }) => listPayments(context.person),
  });
  listRoute(api, {
    ...shared,
    url: '/payments/invoice/:id',
    summary: 'The payments of one invoice, newest first',
    row: paymentRow,
    params: idParams,
    source: async ({ context, params }) => {
      await requireInvoice(context.db, params.id);
      return listPaymentsOf(params.id);
    },
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
