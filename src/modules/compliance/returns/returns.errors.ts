import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    returns: typeof returnErrors;
  }
}

export const returnErrors = {
  'return.not_all': [
    403,
    'Returns cover the whole company, and the person has access to a part of it',
  ],
  'return.month_ahead': [409, 'The month starts after today'],
  'return.not_filed': [404, 'The month is not marked as filed'],
} as const satisfies ErrorTable;
