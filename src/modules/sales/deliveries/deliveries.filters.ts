import {
  choiceFilter,
  dateRangeFilter,
  type Filter,
  searchFilter,
} from '~/kit/shared/filters/filters';
import type { Day } from '~/kit/shared/time/days';
import { type Delivery, deliveryFields } from './deliveries.fields';

/** The filters of the list of deliveries (docs/product/deliveries.md#screen). */
export const deliveryFilters: readonly Filter<Delivery, { today: Day }>[] = [
  searchFilter([
    'delivery_number',
    'order_number',
    'customer_name',
    'transporter_name',
    'vehicle_number',
    'lr_number',
    'notes',
  ]),
  choiceFilter('status', deliveryFields.status),
  { ...choiceFilter('customer_name', deliveryFields.customer_name), key: 'customer' },
  dateRangeFilter({ key: 'dateRange', label: 'Date Range', day: (row) => row.delivery_date }),
];
