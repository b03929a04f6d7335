import { longFiguresRoute } from '~/modules/sales/documents/lines/server/long-lists.service';
import { paymentFigures } from '../payments.filters';
import { readRecord } from '~/kit/server/database/entity';
import { fileRoute } from '~/kit/server/http/file-route';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { requireInvoice } from '~/modules/billing/invoices/server/invoices.service';
import { newPaymentSchema, paymentPatchSchema, writeOffSchema } from '../requests.schema';
import { paymentFields } from '../payments.fields';
import { paymentList, paymentWindows } from './payment-windows.queries';
import { listPayments, listPaymentsOf, payments, paymentLinks } from './payments.queries';
import {
  receiptPdf,
  deletePayment,
  recordPayment,
  updatePayment,
  writeOff,
} from './payments.actions';

const paymentRow = rowSchema(paymentFields);
const shared = { tag: 'Payments' } as const;

export function paymentRoutes(api: Api): void {
  recordRoutes(api, {
    ...shared,
    url: '/payments',
    access: 'payments',
    custom: { entity: payments },
    response: paymentRow,
    find: (context, id) => readRecord(context, payments, id),
    list: {
      summary: 'List the payments of the chosen workspace, newest first',
      source: (context) => listPayments(context.person),
      windows: paymentWindows,
    },
    read: { summary: 'Get a payment' },
    create: {
      summary: 'Record a payment; on a draft it issues the invoice',
      body: newPaymentSchema,
      act: recordPayment,
    },
    update: {
      summary:
        'Change a payment; amount, method and date only while it is pending, a write-off or a set-off only to failed',
      body: paymentPatchSchema,
      act: updatePayment,
    },
    remove: {
      summary: 'Delete a pending payment',
      act: deletePayment,
    },
    history: { entity: payments, links: paymentLinks },
  });
  readingRoutes(api);
  writeOffRoutes(api);
}

function writeOffRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'invoices.write_off',
    method: 'POST',
    url: '/invoices/:id/write-off',
    summary: 'Write off the balance of an issued invoice, or part of it',
    params: idParams,
    body: writeOffSchema,
    response: paymentRow,
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) => writeOff(context, params.id, body),
  });
}

function readingRoutes(api: Api): void {
  longFiguresRoute(api, {
    ...shared,
    access: 'payments.read',
    url: '/payments/figures',
    summary:
      'Get the number and the sum of the payments of the chosen workspace, and whose they are',
    figures: paymentFigures,
    entities: ['payments', 'invoices', 'customers'],
    list: paymentList,
  });
  listRoute(api, {
    ...shared,
    access: 'payments.read',
    url: '/payments/invoice/:id',
    summary: 'List the payments of an invoice, newest first',
    row: paymentRow,
    params: idParams,
    source: async ({ context, params }) => {
      await requireInvoice(context, params.id);
      return listPaymentsOf(context.person, params.id);
    },
  });
  fileRoute(api, {
    ...shared,
    access: 'payments.read',
    url: '/payments/:id/pdf',
    summary: 'Download the receipt of a payment as PDF',
    params: idParams,
    handle: ({ context, params }) => receiptPdf(context, params.id),
  });
}
