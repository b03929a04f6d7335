import { amountRangeFilter } from '~/kit/shared/filters/amount-bands';
import {
  choiceFilter,
  dateRangeFilter,
  type Filter,
  searchFilter,
} from '~/kit/shared/filters/filters';
import type { Day } from '~/kit/shared/time/days';
import { type Note, noteFields } from './credit-notes.fields';

/** The filters of the lists of notes (docs/product/credit-notes.md#screens); days are the company's. */
export const noteFilters: readonly Filter<Note, { today: Day }>[] = [
  searchFilter(['note_number', 'invoice_number', 'customer_name', 'notes']),
  choiceFilter('status', noteFields.status),
  choiceFilter('reason', noteFields.reason),
  { ...choiceFilter('customer_name', noteFields.customer_name), key: 'customer' },
  dateRangeFilter({ key: 'dateRange', label: 'Date Range', day: (row) => row.note_date }),
  amountRangeFilter((row) => row.total_amount),
];
