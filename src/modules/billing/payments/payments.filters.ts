import { amountRangeFilter } from '~/kit/shared/filters/amount-bands';
import type { Day } from '~/kit/shared/time/days';
import {
  bandFilter,
  choiceFilter,
  dateRangeFilter,
  type Filter,
  searchFilter,
} from '~/kit/shared/filters/filters';
import { creatorFilter, customerFilter } from '~/modules/sales/documents/long-choices.rules';
import type { LongChoices } from '~/modules/sales/documents/long-choices.fields';
import { type Payment, paymentFields } from './payments.fields';

type Method = Payment['payment_method'];

const isBy =
  (...methods: readonly Method[]) =>
  ({ payment_method }: Payment) =>
    methods.includes(payment_method);

const isByBank = isBy('bank_transfer', 'credit_card');
const isByCheck = isBy('check');

function hasReference({ reference_number }: Payment): boolean {
  return reference_number !== null;
}

const verificationFilter = bandFilter<Payment>({
  key: 'verification',
  label: 'Verification',
  bands: [
    { value: 'verified', label: 'Verified (has a reference)', test: hasReference },
    {
      value: 'pending',
      label: 'Pending (check or bank transfer)',
      test: isBy('check', 'bank_transfer'),
    },
  ],
});

const reconciliationFilter = bandFilter<Payment>({
  key: 'reconciliation',
  label: 'Reconciliation',
  bands: [
    {
      value: 'reconciled',
      label: 'Reconciled (bank or card, with a reference)',
      test: (payment) => hasReference(payment) && isByBank(payment),
    },
    {
      value: 'pending',
      label: 'Pending (no reference, or check)',
      test: (payment) => !hasReference(payment) || isByCheck(payment),
    },
    { value: 'manual', label: 'Manual (cash or other)', test: isBy('cash', 'other') },
  ],
});

/** Payments that are money received. */
export const receivedFilters = { status: 'completed', kind: 'cash' } as const;

/** The filters of the payments list (docs/product/payments.md#filters); days are the company's. */
export const paymentFilters = paymentFiltersOf(null);

/** The same with what a list offers that is too long to be here. */
export function paymentFiltersOf(
  long: LongChoices | null,
): readonly Filter<Payment, { today: Day }>[] {
  return [
    searchFilter(['invoice_number', 'customer_name', 'reference_number', 'notes']),
    choiceFilter('status', paymentFields.status),
    choiceFilter('payment_method', paymentFields.payment_method, { label: 'Payment Method' }),
    customerFilter(long),
    dateRangeFilter({ key: 'dateRange', label: 'Date Range', day: (row) => row.payment_date }),
    amountRangeFilter((row) => row.amount),
    verificationFilter,
    reconciliationFilter,
    choiceFilter('kind', paymentFields.kind),
    creatorFilter(paymentFields.created_by, long),
  ];
}
