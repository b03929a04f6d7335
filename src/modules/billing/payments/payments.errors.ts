import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    payments: typeof paymentErrors;
  }
}

export const paymentErrors = {
  'payment.invoice_fixed': [409, 'A payment cannot be moved to another invoice'],
  'payment.of_receipt': [409, 'The payment is part of a receipt and changes with it'],
  'payment.is_write_off': [409, 'A write-off can only be reversed, once'],
  'payment.is_set_off': [409, 'A set-off can only be reversed, once'],
  'payment.is_refund': [409, 'A refund of credit never changes'],
  'payment.not_pending': [409, 'Only a pending payment can be changed or deleted'],
} as const satisfies ErrorTable;
