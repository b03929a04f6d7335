import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    customers: typeof customerErrors;
  }
}

export const customerErrors = {
  'customer.code_taken': [409, 'Another customer has this code'],
  'customer.still_active': [409, 'Only an inactive customer can be deleted'],
  'customer.in_use': [409, 'The customer has orders or invoices'],
  'customer.default_needed': [409, 'A default can only be replaced by another one'],
  'customer.parts_full': [409, 'The customer has the maximum number of addresses or contacts'],
} as const satisfies ErrorTable;
