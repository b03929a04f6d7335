import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    price_lists: typeof priceListErrors;
  }
}

export const priceListErrors = {
  'price_list.name_taken': [409, 'Another price list has this name'],
  'price_list.limits_fixed': [403, 'Only an administrator changes discount limits'],
  'price_list.limit_exceeded': [
    409,
    'A line is further below its price list than the role of the person may give',
  ],
} as const satisfies ErrorTable;
