import { type ApiResponse, type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import type { Payment } from '../payments.fields';
import type { NewPayment } from '../requests.schema';

/** A payment of ₹10 in cash; `values` override the defaults. */
export function paymentBody(values: Partial<NewPayment> & { invoice_id: number }): NewPayment {
  return { amount: 10, payment_method: 'cash', payment_date: '2026-11-21', ...values };
}

/** The invoices of a customer that it makes first, and what is paid on them. */
export async function openPaymentFixture(caller: Caller) {
  const invoices = await openInvoiceFixture(caller);
  const body = (invoice_id: number, values: object) => ({
    ...paymentBody({ invoice_id }),
    ...values,
  });
  return {
    invoices,
    post: (invoice: number, values: object): Promise<ApiResponse<Payment>> =>
      caller.post<Payment>('/payments', body(invoice, values)),
    pay: (invoice: number, amount: number, status = 'completed'): Promise<Payment> =>
      makeRecord<Payment>(caller, '/payments', body(invoice, { amount, status })),
    put: (id: number, values: object): Promise<ApiResponse<Payment>> =>
      caller.put<Payment>(`/payments/${id}`, values),
    stands: async (invoice: number): Promise<[string, number, number]> => {
      const { status, paid_amount, balance_due } = await invoices.read(invoice);
      return [status, paid_amount, balance_due];
    },
  };
}

export type PaymentFixture = Awaited<ReturnType<typeof openPaymentFixture>>;
