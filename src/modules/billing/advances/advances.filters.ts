import { amounts, choice, days, filtersOf, search } from '~/kit/shared/filters/kind-filters';
import { type Advance, advanceFields } from './advances.fields';

/** The filters of the list of advances (docs/product/advances.md#screens); days are the company's. */
export const advanceFilters = filtersOf<Advance>(advanceFields, {
  search: search(['voucher_number', 'order_number', 'customer_name', 'reference_number', 'notes']),
  status: choice(),
  payment_method: choice({ label: 'Payment Method' }),
  customer: choice({ column: 'customer_name' }),
  dateRange: days('advance_date'),
  amountRange: amounts('amount'),
});
