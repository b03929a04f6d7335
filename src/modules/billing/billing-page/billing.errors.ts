import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    billing: typeof billingErrors;
  }
}

export const billingErrors = {
  'billing.no_invoices': [404, 'No invoice was issued on these days'],
} as const satisfies ErrorTable;
