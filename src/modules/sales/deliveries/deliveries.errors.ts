import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    deliveries: typeof deliveryErrors;
  }
}

export const deliveryErrors = {
  'delivery.order_not_confirmed': [409, 'The order is pending or cancelled'],
  'delivery.nothing_open': [409, 'Everything on the order is delivered'],
  'delivery.more_than_open': [409, 'A quantity is greater than the open one of the order line'],
  'delivery.is_draft': [409, 'The delivery is a draft: delete it instead of cancelling it'],
  'delivery.already_dispatched': [409, 'The delivery was dispatched'],
  'delivery.not_dispatched': [409, 'The delivery is a draft: dispatch it first'],
  'delivery.cancelled': [409, 'The delivery is cancelled'],
  'delivery.invoiced': [409, 'An invoice was made from the delivery'],
} as const satisfies ErrorTable;
