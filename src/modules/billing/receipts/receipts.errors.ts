import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    receipts: typeof receiptErrors;
  }
}

export const receiptErrors = {
  'receipt.exceeds_sum': [400, 'The allocations total more than the amount received'],
  'receipt.tds_exceeds_sum': [400, 'The TDS of the allocations is more than the amount received'],
  'receipt.customer_mismatch': [400, 'An invoice belongs to another customer'],
  'receipt.spent': [409, 'More than the unallocated amount of the receipt'],
  'receipt.credit_used': [409, 'The rest of the receipt was used elsewhere'],
  'receipt.cancelled': [409, 'The receipt is cancelled'],
} as const satisfies ErrorTable;
