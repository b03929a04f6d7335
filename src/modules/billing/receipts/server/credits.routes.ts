import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { newRefundSchema } from '~/modules/billing/advances/requests.schema';
import { invoiceFields } from '~/modules/billing/invoices/invoices.fields';
import { setOffSchema } from '../requests.schema';
import { refundCredit, setOffCredit } from './credits.actions';

const invoiceRow = rowSchema(invoiceFields);
const shared = { tag: 'Invoices', method: 'POST', params: idParams, response: invoiceRow } as const;

export function creditRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'receipts.update',
    url: '/invoices/:id/credit/set-off',
    errors: [
      'invoice.exceeds_credit',
      'invoice.cancelled',
      'invoice.is_draft',
      'payment.exceeds_balance',
      'receipt.customer_mismatch',
    ],
    summary: 'Pay other invoices of the customer from the credit of an invoice',
    body: setOffSchema,
    idempotent: true,
    handle: ({ context, params, body }) => setOffCredit(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: ['receipts.update', 'payments.refund'],
    url: '/invoices/:id/credit/refund',
    errors: ['invoice.exceeds_credit', 'invoice.cancelled'],
    summary: 'Refund the credit of an invoice or part of it, with a refund voucher',
    body: newRefundSchema,
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) => refundCredit(context, params.id, body),
  });
}
