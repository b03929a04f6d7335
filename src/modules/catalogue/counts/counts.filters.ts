import { count } from '~/kit/shared/filters/figures';
import { choice, days, filtersOf, search } from '~/kit/shared/filters/kind-filters';
import { type Count, countFields } from './counts.fields';

/** The filters of the list of counts (docs/product/counts.md#screens). */
export const countFilters = filtersOf<Count>(countFields, {
  search: search(['count_number', 'location_name', 'category_name', 'created_by_name']),
  status: choice(),
  location: choice({ column: 'location_name' }),
  dateRange: days('count_date'),
});

/** The figures above the list. */
export const countFigures = {
  total: count<Count>(),
  open: count<Count>({ status: 'draft' }),
  posted: count<Count>({ status: 'posted' }),
};
