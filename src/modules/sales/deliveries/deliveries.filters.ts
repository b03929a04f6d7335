import { count } from '~/kit/shared/filters/figures';
import { choice, days, filtersOf, monthBounds, search } from '~/kit/shared/filters/kind-filters';
import { type Delivery, deliveryFields } from './deliveries.fields';

/** The filters of the list of deliveries (docs/product/deliveries.md#screen). */
export const deliveryFilters = filtersOf<Delivery>(deliveryFields, {
  search: search([
    'delivery_number',
    'order_number',
    'customer_name',
    'transporter_name',
    'vehicle_number',
    'lr_number',
    'notes',
  ]),
  status: choice(),
  customer: choice({ column: 'customer_name' }),
  dateRange: days('delivery_date'),
});

/** The figures above the list (docs/product/deliveries.md#figures). */
export const deliveryFigures = {
  total: count<Delivery>(),
  inTransit: count<Delivery>({ status: 'dispatched' }),
  deliveredThisMonth: count<Delivery>((at) => ({
    status: 'delivered',
    delivered_on: monthBounds(at),
  })),
};
