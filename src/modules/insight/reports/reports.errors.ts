import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    reports: typeof reportErrors;
  }
}

export const reportErrors = {
  'report.too_many_saved': [409, 'The user has the maximum number of saved reports'],
} as const satisfies ErrorTable;
