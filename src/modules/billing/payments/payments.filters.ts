import { any } from '~/kit/shared/filters/conditions';
import { count, distinct, sum } from '~/kit/shared/filters/figures';
import {
  amounts,
  bands,
  choice,
  days,
  filtersOf,
  link,
  monthBounds,
  search,
} from '~/kit/shared/filters/kind-filters';
import { type Payment, paymentFields, receivedFilters } from './payments.fields';
import { withMethod } from './payments.rules';

const withReference = { reference_number: { not: null } } as const;

/** The filters of the payments list (docs/product/payments.md#filters); days are the company's. */
export const paymentFilters = filtersOf<Payment>(paymentFields, {
  search: search(['invoice_number', 'customer_name', 'reference_number', 'notes']),
  status: choice(),
  payment_method: choice({ label: 'Payment Method' }),
  customer: choice({ column: 'customer_name', label: 'Customer' }),
  dateRange: days('payment_date'),
  amountRange: amounts('amount'),
  verification: bands('Verification', {
    verified: ['Verified (has a reference)', withReference],
    pending: ['Pending (check or bank transfer)', { payment_method: ['check', 'bank_transfer'] }],
  }),
  reconciliation: bands('Reconciliation', {
    reconciled: [
      'Reconciled (bank or card, with a reference)',
      { ...withReference, payment_method: ['bank_transfer', 'credit_card'] },
    ],
    pending: [
      'Pending (no reference, or check)',
      any({ reference_number: null }, { payment_method: 'check' }),
    ],
    manual: ['Manual (cash or other)', { payment_method: ['cash', 'other'] }],
  }),
  kind: choice(),
  created_by: link({ name: 'created_by_name' }),
});

/** The figures above the list (docs/product/payments.md#figures). */
export const paymentFigures = {
  total: count<Payment>(),
  thisMonth: count<Payment>((at) => ({ payment_date: monthBounds(at) })),
  methods: distinct<Payment>('payment_method', withMethod),
  amount: sum<Payment>('amount', 'Rupees: the money of completed payments', receivedFilters),
};
