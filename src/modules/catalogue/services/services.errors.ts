import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    services: typeof serviceErrors;
  }
}

export const serviceErrors = {
  'service.in_use': [409, 'Orders or invoices use the service'],
} as const satisfies ErrorTable;
