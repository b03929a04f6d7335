import { amountRangeFilter } from '~/kit/shared/filters/amount-bands';
import {
  bandFilter,
  choiceFilter,
  dateRangeFilter,
  type Filter,
  searchFilter,
} from '~/kit/shared/filters/filters';
import type { Day } from '~/kit/shared/time/days';
import { type Receipt, receiptFields } from './receipts.fields';

const allocationFilter = bandFilter<Receipt>({
  key: 'allocation',
  label: 'Allocation',
  bands: [
    {
      value: 'full',
      label: 'Fully allocated',
      test: ({ status, unallocated }) => status === 'completed' && unallocated === 0,
    },
    { value: 'left', label: 'Something unallocated', test: ({ unallocated }) => unallocated > 0 },
  ],
});

/** The filters of the list of receipts (docs/product/receipts.md#screen). */
export const receiptFilters: readonly Filter<Receipt, { today: Day }>[] = [
  searchFilter(['receipt_number', 'customer_name', 'reference_number', 'notes']),
  choiceFilter('status', receiptFields.status),
  choiceFilter('payment_method', receiptFields.payment_method, { label: 'Payment Method' }),
  { ...choiceFilter('customer_name', receiptFields.customer_name), key: 'customer' },
  dateRangeFilter({ key: 'dateRange', label: 'Date Range', day: (row) => row.receipt_date }),
  amountRangeFilter((row) => row.amount),
  allocationFilter,
];
