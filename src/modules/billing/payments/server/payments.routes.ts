import { historyRoute } from '~/kit/server/http/history-route';
import { z } from 'zod';
import { longChoicesSchema } from '~/modules/sales/documents/long-choices.fields';
import { longFiguresRoute } from '~/modules/sales/documents/server/long-lists.service';
import { paymentFiguresSchema } from '../figures.rules';
import { readRecord } from '~/kit/server/database/entity';
import { fileRoute } from '~/kit/server/http/file-route';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { requireInvoice } from '~/modules/billing/invoices/server/invoices.service';
import { newPaymentSchema, paymentPatchSchema, writeOffSchema } from '../requests.schema';
import { paymentFields } from '../payments.fields';
import { getPaymentFigures, paymentWindows } from './payment-windows.queries';
import { listPayments, listPaymentsOf, payments, paymentLinks } from './payments.queries';
import { receiptPdf } from './receipts.actions';
import { deletePayment, recordPayment, updatePayment, writeOff } from './payments.actions';

const paymentRow = rowSchema(paymentFields);
const shared = { tag: 'Payments' } as const;

/** What changes with something else, or never. */
const fixedErrors = [
  'payment.of_receipt',
  'payment.is_write_off',
  'payment.is_set_off',
  'payment.is_refund',
] as const;

export function paymentRoutes(api: Api): void {
  listRoutes(api);
  recordRoutes(api);
  writeOffRoutes(api);
  route(api, {
    ...shared,
    access: 'payments.create',
    method: 'POST',
    url: '/payments',
    errors: [
      'payment.exceeds_balance',
      'invoice.cancelled',
      'invoice.not_ready',
      'price_list.limit_exceeded',
    ],
    summary: 'Record a payment; on a draft it issues the invoice',
    body: newPaymentSchema,
    response: paymentRow,
    status: 201,
    idempotent: true,
    handle: ({ context, body }) => recordPayment(context, body),
  });
  route(api, {
    ...shared,
    access: 'payments.update',
    method: 'PUT',
    url: '/payments/:id',
    errors: [
      'payment.exceeds_balance',
      'invoice.cancelled',
      'payment.invoice_fixed',
      ...fixedErrors,
      'payment.not_pending',
      'invoice.credit_used',
      'invoice.exceeds_credit',
      'invoice.written_off',
      'invoice.not_ready',
      'price_list.limit_exceeded',
      'advance.spent',
    ],
    summary:
      'Change a payment; amount, method and date only while it is pending, a write-off or a set-off only to failed',
    params: idParams,
    body: paymentPatchSchema,
    response: paymentRow,
    current: (context, { id }) => readRecord(context, payments, id),
    handle: ({ context, params, body }) => updatePayment(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: 'payments.delete',
    method: 'DELETE',
    url: '/payments/:id',
    errors: ['payment.not_pending', ...fixedErrors],
    summary: 'Delete a pending payment',
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => deletePayment(context, params.id),
  });
}

function writeOffRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'invoices.write_off',
    method: 'POST',
    url: '/invoices/:id/write-off',
    errors: ['invoice.is_draft', 'invoice.cancelled', 'invoice.nothing_due', 'invoice.exceeds_due'],
    summary: 'Write off the balance of an issued invoice, or part of it',
    params: idParams,
    body: writeOffSchema,
    response: paymentRow,
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) => writeOff(context, params.id, body),
  });
}

function listRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    access: 'payments.read',
    url: '/payments',
    summary: 'List the payments of the chosen workspace, newest first',
    row: paymentRow,
    source: ({ context }) => listPayments(context.person),
    windows: ({ context }) => paymentWindows(context),
  });
  longFiguresRoute(api, {
    ...shared,
    access: 'payments.read',
    url: '/payments/figures',
    summary:
      'Get the number and the sum of the payments of the chosen workspace, and whose they are',
    response: paymentFiguresSchema.extend(longChoicesSchema.shape),
    entities: ['payments', 'invoices', 'customers'],
    list: paymentWindows,
    read: getPaymentFigures,
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
}

function recordRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'payments.read',
    method: 'GET',
    url: '/payments/:id',
    summary: 'Get a payment',
    params: idParams,
    response: paymentRow,
    handle: ({ context, params }) => readRecord(context, payments, params.id),
  });
  fileRoute(api, {
    ...shared,
    access: 'payments.read',
    url: '/payments/:id/pdf',
    errors: ['payment.is_write_off', 'payment.is_set_off'],
    summary: 'Download the receipt of a payment as PDF',
    params: idParams,
    handle: ({ context, params }) => receiptPdf(context, params.id),
  });
  historyRoute(api, {
    ...shared,
    access: 'payments.read',
    entity: payments,
    links: paymentLinks,
    read: (context, id) => readRecord(context, payments, id),
  });
}
