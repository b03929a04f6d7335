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
import { type VendorPayment, vendorPaymentFields } from './vendor-payments.fields';

const completed = { status: 'completed' } as const;

/** The filters of the list of payments to vendors (docs/product/vendor-payments.md#screen). */
export const vendorPaymentFilters = filtersOf<VendorPayment>(vendorPaymentFields, {
  search: search(['payment_number', 'vendor_name', 'reference_number', 'notes']),
  status: choice(),
  payment_method: choice({ label: 'Payment Method' }),
  vendor: choice({ column: 'vendor_name' }),
  dateRange: days('payment_date'),
  amountRange: amounts('amount'),
  allocation: bands('Allocation', {
    full: ['Fully allocated', { ...completed, unallocated: 0 }],
    left: ['Something unallocated', { unallocated: { above: 0 } }],
  }),
});

/** The figures above the list (docs/product/vendor-payments.md#screen); a cancelled payment counts in the total alone. */
export const vendorPaymentFigures = {
  total: count<VendorPayment>(),
  thisMonth: sum<VendorPayment>('amount', "Rupees: the money of this month's payments", (at) => ({
    ...completed,
    payment_date: monthBounds(at),
  })),
  advances: sum<VendorPayment>('unallocated', 'Rupees', completed),
};
