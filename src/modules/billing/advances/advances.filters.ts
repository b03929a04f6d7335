import { amountRangeFilter } from '~/kit/shared/filters/amount-bands';
import {
  choiceFilter,
  dateRangeFilter,
  type Filter,
  searchFilter,
} from '~/kit/shared/filters/filters';
import type { Day } from '~/kit/shared/time/days';
import { type Advance, advanceFields } from './advances.fields';

/** The filters of the list of advances (docs/product/advances.md#screens); days are the company's. */
export const advanceFilters: readonly Filter<Advance, { today: Day }>[] = [
  searchFilter(['voucher_number', 'order_number', 'customer_name', 'reference_number', 'notes']),
  choiceFilter('status', advanceFields.status),
  choiceFilter('payment_method', advanceFields.payment_method, { label: 'Payment Method' }),
  { ...choiceFilter('customer_name', advanceFields.customer_name), key: 'customer' },
  dateRangeFilter({ key: 'dateRange', label: 'Date Range', day: (row) => row.advance_date }),
  amountRangeFilter((row) => row.amount),
];
