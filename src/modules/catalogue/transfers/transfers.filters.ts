import { count } from '~/kit/shared/filters/figures';
import { choice, days, filtersOf, monthBounds, search } from '~/kit/shared/filters/kind-filters';
import { type Transfer, transferFields } from './transfers.fields';

/** The filters of the list of transfers (docs/product/transfers.md#screen). */
export const transferFilters = filtersOf<Transfer>(transferFields, {
  search: search([
    'transfer_number',
    'challan_number',
    'from_name',
    'to_name',
    'transporter_name',
    'vehicle_number',
    'notes',
  ]),
  status: choice(),
  from: choice({ column: 'from_name' }),
  to: choice({ column: 'to_name' }),
  dateRange: days('transfer_date'),
});

/** The figures above the list (docs/product/transfers.md#figures). */
export const transferFigures = {
  total: count<Transfer>(),
  drafts: count<Transfer>({ status: 'draft' }),
  doneThisMonth: count<Transfer>((at) => ({ status: 'done', transfer_date: monthBounds(at) })),
};
