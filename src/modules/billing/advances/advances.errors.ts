import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    advances: typeof advanceErrors;
  }
}

export const advanceErrors = {
  'advance.needs_gst': [409, 'The company does not compute tax by GST'],
  'advance.exceeds_order': [
    400,
    'More than the rest of the order that is neither invoiced nor paid in advance',
  ],
  'advance.order_cancelled': [409, 'The order is cancelled'],
  'advance.customer_mismatch': [400, 'The order or invoice belongs to another customer'],
  'advance.spent': [409, 'More than the balance of the advance'],
  'advance.used': [409, 'The advance was applied or refunded, at least in part'],
  'advance.of_receipt': [409, 'The advance is part of a receipt and is cancelled with it'],
  'advance.cancelled': [409, 'The advance is cancelled'],
} as const satisfies ErrorTable;
