import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    customers: typeof customerErrors;
  }
}

export const customerErrors = {
  'customer.code_taken': [409, 'Another customer has this code'],
  'customer.still_active': [409, 'A customer is deactivated before being deleted'],
  'customer.in_use': [409, 'Orders or invoices are of the customer'],
  'customer.default_needed': [409, 'A default stays it until another one becomes it'],
  'customer.parts_full': [409, 'The customer has the most addresses or contacts that one may have'],
} as const satisfies ErrorTable;
