import type { Payment } from './payments.fields';

/** A payment of an invoice as the books take it. */
export type ReceivedPayment = Pick<
  Payment,
  | 'id'
  | 'invoice_id'
  | 'invoice_number'
  | 'amount'
  | 'payment_method'
  | 'payment_date'
  | 'reference_number'
> & { kind: Exclude<Payment['kind'], 'set_off'> };
