import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    orders: typeof orderErrors;
  }
}

export const orderErrors = {
  'order.invalid_reference': [400, 'The customer, a product or a service is unknown or inactive'],
  'order.total_too_large': [400, 'The total exceeds the greatest amount'],
  'order.totals_mismatch': [400, 'The amounts sent are not those of the lines'],
  'order.already_invoiced': [409, 'The order is invoiced'],
  'order.already_shipped': [409, 'The order has been shipped'],
  'order.already_delivered': [409, 'The order has been delivered'],
  'order.paid_in_advance': [409, 'The order was paid in advance'],
  'order.approval_not_needed': [409, 'The person may confirm the order, or it is confirmed'],
  'order.nobody_approves': [409, 'Nobody else may confirm the order with its discounts'],
  'order.not_confirmed': [409, 'Only a confirmed order, or a later one, is invoiced'],
} as const satisfies ErrorTable;
