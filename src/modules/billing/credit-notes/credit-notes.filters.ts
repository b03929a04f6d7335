import { amounts, choice, days, filtersOf, search } from '~/kit/shared/filters/kind-filters';
import { type Note, noteFields } from './credit-notes.fields';

/** The filters of the lists of notes (docs/product/credit-notes.md#screens); days are the company's. */
export const noteFilters = filtersOf<Note>(noteFields, {
  search: search(['note_number', 'invoice_number', 'customer_name', 'notes']),
  status: choice(),
  reason: choice(),
  customer: choice({ column: 'customer_name' }),
  dateRange: days('note_date'),
  amountRange: amounts('total_amount'),
});
