import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    payments: typeof paymentErrors;
  }
}

export const paymentErrors = {
  'payment.invoice_fixed': [409, 'A payment stays with its invoice'],
  'payment.not_pending': [409, 'Only a pending payment is changed or deleted'],
} as const satisfies ErrorTable;
