import type { NewPayment } from '../requests.fields';

/** A payment of ₹10 in cash; `values` override the defaults. */
export function paymentBody(values: Partial<NewPayment> & { invoice_id: number }): NewPayment {
  return { amount: 10, payment_method: 'cash', payment_date: '2026-11-21', ...values };
}
