import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    advances: typeof advanceErrors;
  }
}

export const advanceErrors = {
  'advance.needs_gst': [409, 'The company does not compute tax by GST'],
  'advance.exceeds_order': [400, 'More than the order has left to be invoiced and paid in advance'],
  'advance.order_cancelled': [409, 'The order is cancelled'],
  'advance.customer_mismatch': [400, 'The order or invoice is of another customer'],
  'advance.spent': [409, 'More than is left of the advance'],
  'advance.used': [409, 'The advance was adjusted or given back, at least in part'],
  'advance.cancelled': [409, 'The advance is cancelled'],
} as const satisfies ErrorTable;
