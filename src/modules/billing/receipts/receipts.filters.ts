import { count, sum } from '~/kit/shared/filters/figures';
import {
  amounts,
  bands,
  choice,
  days,
  filtersOf,
  monthBounds,
  search,
} from '~/kit/shared/filters/kind-filters';
import { type Receipt, receiptFields } from './receipts.fields';

const completed = { status: 'completed' } as const;

/** The filters of the list of receipts (docs/product/receipts.md#screen). */
export const receiptFilters = filtersOf<Receipt>(receiptFields, {
  search: search(['receipt_number', 'customer_name', 'reference_number', 'notes']),
  status: choice(),
  payment_method: choice({ label: 'Payment Method' }),
  customer: choice({ column: 'customer_name' }),
  dateRange: days('receipt_date'),
  amountRange: amounts('amount'),
  allocation: bands('Allocation', {
    full: ['Fully allocated', { ...completed, unallocated: 0 }],
    left: ['Something unallocated', { unallocated: { above: 0 } }],
  }),
});

/** The figures above the list (docs/product/receipts.md#screen); a cancelled receipt counts in the total alone. */
export const receiptFigures = {
  total: count<Receipt>(),
  thisMonth: sum<Receipt>('amount', "Rupees: the money of this month's receipts", (at) => ({
    ...completed,
    receipt_date: monthBounds(at),
  })),
  unallocated: sum<Receipt>('unallocated', 'Rupees', completed),
};
