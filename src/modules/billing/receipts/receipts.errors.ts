import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    receipts: typeof receiptErrors;
  }
}

export const receiptErrors = {
  'receipt.exceeds_sum': [400, 'The allocations come to more than was received'],
  'receipt.tds_exceeds_sum': [400, 'The TDS of the allocations is more than was received'],
  'receipt.customer_mismatch': [400, 'An invoice belongs to another customer'],
  'receipt.spent': [409, 'More than is unallocated of the receipt'],
  'receipt.credit_used': [409, 'What was left of the receipt was used elsewhere'],
  'receipt.cancelled': [409, 'The receipt is cancelled'],
} as const satisfies ErrorTable;
