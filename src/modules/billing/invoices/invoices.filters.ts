import { amountRangeFilter } from '~/kit/shared/filters/amount-bands';
import { type Day, daysBetween } from '~/kit/shared/time/days';
import {
  bandFilter,
  choiceFilter,
  dateRangeFilter,
  type Filter,
  searchFilter,
} from '~/kit/shared/filters/filters';
import { creatorFilter, customerFilter } from '~/modules/sales/documents/long-choices.rules';
import type { LongChoices } from '~/modules/sales/documents/long-choices.fields';
import { isDueSoon, isPastDue, isUnsettled } from './dues.rules';
import { type Invoice, invoiceFields, invoiceStatuses, invoiceTexts } from './invoices.fields';
import { unowedStatuses } from './invoices.rules';

export interface InvoiceFilterOptions {
  today: Day;
}

const dueFilter = bandFilter<Invoice, InvoiceFilterOptions>({
  key: 'dueStatus',
  label: 'Due Status',
  bands: [
    { value: 'overdue', label: 'Overdue', test: (row, { today }) => isPastDue(row, today) },
    {
      value: 'due-soon',
      label: 'Due soon (0-7 days)',
      test: (row, { today }) => isDueSoon(row, today),
    },
    {
      value: 'current',
      label: 'Current (over 7 days)',
      test: (row, { today }) =>
        isUnsettled(row) && !isPastDue(row, today) && !isDueSoon(row, today),
    },
    { value: 'paid-on-time', label: 'Paid on time', test: isPaidOnTime },
  ],
});

/** Paid on or before its due date; also true when there was nothing to pay (a total of 0). */
function isPaidOnTime({ status, paid_on, due_date }: Invoice): boolean {
  return status === 'paid' && (paid_on === null || paid_on <= due_date);
}

const paidFilter = bandFilter<Invoice>({
  key: 'paymentStatus',
  label: 'Payment Status',
  bands: [
    {
      value: 'unpaid',
      label: 'Unpaid',
      test: ({ paid_amount, total_amount }) => paid_amount === 0 && total_amount > 0,
    },
    {
      value: 'partially-paid',
      label: 'Partially paid',
      test: ({ paid_amount, total_amount }) => paid_amount > 0 && paid_amount < total_amount,
    },
    {
      value: 'fully-paid',
      label: 'Fully paid',
      test: ({ paid_amount, total_amount }) => paid_amount === total_amount,
    },
    {
      value: 'overpaid',
      label: 'Overpaid',
      test: ({ paid_amount, total_amount }) => paid_amount > total_amount,
    },
  ],
});

const aged =
  (first: number, last: number) =>
  (row: Invoice, { today }: InvoiceFilterOptions) => {
    const age = daysBetween(row.invoice_date, today);
    return age >= first && age <= last;
  };

// An invoice dated in the future counts as the youngest.
const agingFilter = bandFilter<Invoice, InvoiceFilterOptions>({
  key: 'aging',
  label: 'Aging',
  bands: [
    { value: '0-30', label: '0-30 days', test: aged(-Infinity, 30) },
    { value: '31-60', label: '31-60 days', test: aged(31, 60) },
    { value: '61-90', label: '61-90 days', test: aged(61, 90) },
    { value: 'over-90', label: 'Over 90 days', test: aged(91, Infinity) },
  ],
});

const openingFilter = bandFilter<Invoice>({
  key: 'opening',
  label: 'Opening Invoices',
  bands: [
    { value: 'yes', label: 'Only opening invoices', test: ({ is_opening }) => is_opening },
    { value: 'no', label: 'Without opening invoices', test: ({ is_opening }) => !is_opening },
  ],
});

/** Invoices that count as sales, and in what. */
export const soldFilters = {
  status: invoiceStatuses
    .map(({ value }) => value)
    .filter((status) => !unowedStatuses.includes(status))
    .join(','),
  opening: 'no',
} as const;

/** The filters of the invoices list (docs/product/invoices.md#filters); days are the company's. */
export const invoiceFilters = invoiceFiltersOf(null);

/** The same with what a list offers that is too long to be here. */
export function invoiceFiltersOf(
  long: LongChoices | null,
): readonly Filter<Invoice, InvoiceFilterOptions>[] {
  return [
    searchFilter(['invoice_number', 'customer_name', ...invoiceTexts]),
    choiceFilter('status', invoiceFields.status),
    customerFilter(long),
    dateRangeFilter({ key: 'dateRange', label: 'Date Range', day: (row) => row.invoice_date }),
    amountRangeFilter((row) => row.total_amount),
    dueFilter,
    paidFilter,
    agingFilter,
    creatorFilter(invoiceFields.created_by, long),
    openingFilter,
    choiceFilter('place_of_supply', invoiceFields.place_of_supply),
  ];
}
