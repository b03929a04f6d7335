import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    orders: typeof orderErrors;
  }
}

export const orderErrors = {
  'order.invalid_reference': [400, 'The customer, a product or a service is unknown or inactive'],
  'order.total_too_large': [400, 'The total exceeds the maximum amount'],
  'order.totals_mismatch': [400, 'The amounts sent do not match the lines'],
  'order.already_invoiced': [409, 'The order is invoiced'],
  'order.already_shipped': [409, 'The order has been shipped'],
  'order.already_delivered': [409, 'The order has been delivered'],
  'order.paid_in_advance': [409, 'The order was paid in advance'],
  'order.approval_not_needed': [409, 'The user may confirm the order, or it is confirmed'],
  'order.no_approver': [409, 'No other user may confirm the order with its discounts'],
  'order.has_deliveries': [409, 'Deliveries of the order are in the way of the change'],
  'order.from_quotation': [409, 'The order was made from a quotation and keeps its customer'],
  'order.below_delivered': [409, 'A quantity is below what was delivered'],
  'order.nothing_delivered': [409, 'Nothing of the order was dispatched: cancel it instead'],
  'order.nothing_open': [409, 'Nothing is open on the order'],
  'order.over_credit_limit': [409, 'The order exceeds the credit limit of its customer'],
  'order.not_confirmed': [409, 'An order can only be invoiced from the status confirmed on'],
} as const satisfies ErrorTable;

/** The refusals of calls that reserve or ship goods. */
export const stockErrors = [
  'stock.insufficient',
  'stock.over_reserved',
  'stock.limit_exceeded',
  'stock.finer_than_unit',
] as const;
