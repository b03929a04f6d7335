import { count, sum } from '~/kit/shared/filters/figures';
import {
  amounts,
  choice,
  days,
  filtersOf,
  monthBounds,
  search,
} from '~/kit/shared/filters/kind-filters';
import { type Bill, billFields } from './bills.fields';

/** The filters of the list of bills (docs/product/bills.md#screen). */
export const billFilters = filtersOf<Bill>(billFields, {
  search: search(['voucher_number', 'bill_number', 'vendor_name', 'purchase_number', 'notes']),
  status: choice(),
  kind: choice(),
  vendor: choice({ column: 'vendor_name', label: 'Vendor' }),
  dateRange: days('bill_date'),
  dueRange: days('due_date', 'Due Date Range'),
  amountRange: amounts('total_amount'),
});

const unpaid = { kind: 'bill', status: ['open', 'partially_paid', 'overdue'] } as const;

/** The figures above the list (docs/product/bills.md#figures). */
export const billFigures = {
  total: count<Bill>({ kind: 'bill' }),
  unpaid: sum<Bill>('balance_due', 'Rupees: the balances of booked bills', unpaid),
  overdue: sum<Bill>('balance_due', 'Rupees: the balances of bills past their due date', (at) => ({
    ...unpaid,
    due_date: { below: at.today },
  })),
  tdsThisMonth: sum<Bill>('tds_amount', 'Rupees: TDS of bills of this month', (at) => ({
    status: { not: ['draft', 'cancelled'] },
    bill_date: monthBounds(at),
  })),
};
