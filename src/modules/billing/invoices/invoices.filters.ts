import { all, not, times } from '~/kit/shared/filters/conditions';
import { count, sum } from '~/kit/shared/filters/figures';
import {
  amounts,
  bands,
  choice,
  days,
  filtersOf,
  link,
  search,
} from '~/kit/shared/filters/kind-filters';
import { addDays } from '~/kit/shared/time/days';
import { dueSoon, dueSoonDays, pastDue, unsettled } from './dues.rules';
import { type Invoice, invoiceFields, invoiceStatuses, invoiceTexts } from './invoices.fields';
import { unowedStatuses } from './invoices.rules';

const total = times('total_amount', 1);

/** The filters of the invoices list (docs/product/invoices.md#filters); days are the company's. */
export const invoiceFilters = filtersOf<Invoice>(invoiceFields, {
  search: search(['invoice_number', 'customer_name', ...invoiceTexts]),
  status: choice(),
  customer: choice({ column: 'customer_name', label: 'Customer' }),
  dateRange: days('invoice_date'),
  amountRange: amounts('total_amount'),
  dueStatus: bands('Due Status', {
    overdue: ['Overdue', ({ today }) => pastDue(today)],
    'due-soon': ['Due soon (0-7 days)', ({ today }) => dueSoon(today)],
    current: [
      'Current (over 7 days)',
      ({ today }) => ({ ...unsettled, due_date: { above: addDays(today, dueSoonDays) } }),
    ],
    // Also where there was nothing to pay, a total of 0.
    'paid-on-time': [
      'Paid on time',
      all({ status: 'paid' }, not({ paid_on: { above: times('due_date', 1) } })),
    ],
  }),
  paymentStatus: bands('Payment Status', {
    unpaid: ['Unpaid', { paid_amount: { upTo: 0 }, total_amount: { above: 0 } }],
    'partially-paid': ['Partially paid', { paid_amount: { above: 0, below: total } }],
    'fully-paid': ['Fully paid', { paid_amount: { from: total, upTo: total } }],
    overpaid: ['Overpaid', { paid_amount: { above: total } }],
  }),
  // An invoice dated in the future counts as the youngest.
  aging: bands('Aging', {
    '0-30': ['0-30 days', ({ today }) => ({ invoice_date: { from: addDays(today, -30) } })],
    '31-60': [
      '31-60 days',
      ({ today }) => ({ invoice_date: { from: addDays(today, -60), upTo: addDays(today, -31) } }),
    ],
    '61-90': [
      '61-90 days',
      ({ today }) => ({ invoice_date: { from: addDays(today, -90), upTo: addDays(today, -61) } }),
    ],
    'over-90': ['Over 90 days', ({ today }) => ({ invoice_date: { below: addDays(today, -90) } })],
  }),
  created_by: link({ name: 'created_by_name' }),
  opening: bands('Opening Invoices', {
    yes: ['Only opening invoices', { is_opening: true }],
    no: ['Without opening invoices', { is_opening: false }],
  }),
  place_of_supply: choice(),
});

/** Invoices that count as sales, and in what. */
export const soldFilters = {
  status: invoiceStatuses
    .map(({ value }) => value)
    .filter((status) => !unowedStatuses.includes(status))
    .join(','),
  opening: 'no',
} as const;

/** The figures above the list (docs/product/invoices.md#figures). */
export const invoiceFigures = {
  total: count<Invoice>(),
  paid: count<Invoice>({ status: 'paid' }),
  overdue: count<Invoice>(({ today }) => pastDue(today)),
  revenue: sum<Invoice>(
    'total_amount',
    'Rupees: the totals of issued invoices that are neither cancelled nor opening ones',
    { status: { not: unowedStatuses }, is_opening: false },
  ),
};
