import { amountRangeFilter } from '~/kit/shared/filters/amount-bands';
import {
  bandFilter,
  choiceFilter,
  dateRangeFilter,
  type Filter,
  pointerFilter,
  searchFilter,
} from '~/kit/shared/filters/filters';
import type { Choice } from '~/kit/shared/fields/fields';
import { type Day, daysBetween } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/totals.rules';
import { type Quotation, quotationFields, quotationTexts } from './quotations.fields';
import { isOpenValue, isOver } from './quotations.rules';

export interface QuotationFilterOptions {
  today: Day;
}

const soonDays = 7;

/** Waiting for the customer, with a week or less to decide. */
export function isEndingSoon(
  quotation: Pick<Quotation, 'status' | 'valid_until'>,
  today: Day,
): boolean {
  const { status, valid_until } = quotation;
  return (
    status === 'sent' && !isOver(quotation, today) && daysBetween(today, valid_until) <= soonDays
  );
}

const validityBands = bandFilter<Quotation, QuotationFilterOptions>({
  key: 'validity',
  label: 'Valid Until',
  bands: [
    { value: 'expired', label: 'Expired', test: (row, { today }) => isOver(row, today) },
    {
      value: 'due-soon',
      label: 'Due soon (0-7 days)',
      test: (row, { today }) => isEndingSoon(row, today),
    },
  ],
});

const amountRanges = amountRangeFilter<Quotation, QuotationFilterOptions>(
  ({ total_amount }) => total_amount,
  'amount_range',
);

/** The filters of the quotations list (docs/product/quotations.md#screen); amounts in rupees. */
export function quotationFilters(
  customers: readonly Choice[],
): readonly Filter<Quotation, QuotationFilterOptions>[] {
  return [
    searchFilter([
      'quotation_number',
      'customer_name',
      'service_names',
      ...quotationTexts,
      'created_by_name',
    ]),
    choiceFilter('status', quotationFields.status),
    choiceFilter('lead_source', quotationFields.lead_source),
    choiceFilter('customer_id', quotationFields.customer_id, { kind: 'quick', choices: customers }),
    dateRangeFilter({
      key: 'date_range',
      label: 'Date Range',
      day: ({ quotation_date }) => quotation_date,
    }),
    amountRanges,
    validityBands,
    pointerFilter('created_by', 'created_by_name', quotationFields.created_by),
  ];
}

export interface QuotationFigures {
  /** Each quotation once, by its newest revision. */
  total: number;
  waiting: number;
  accepted: number;
  /** In rupees. */
  openValue: number;
}

export function figuresOf(
  quotations: readonly Pick<Quotation, 'status' | 'total_amount'>[],
): QuotationFigures {
  const withStatus = (status: Quotation['status']) =>
    quotations.filter((quotation) => quotation.status === status).length;
  return {
    total: quotations.length - withStatus('superseded'),
    waiting: withStatus('sent'),
    accepted: withStatus('accepted'),
    openValue: sumOf(quotations.filter(isOpenValue).map(({ total_amount }) => total_amount)),
  };
}
