import { all } from '~/kit/shared/filters/conditions';
import { count } from '~/kit/shared/filters/figures';
import {
  filtersOf,
  inBand,
  type Moment,
  rank,
  search,
  textIn,
} from '~/kit/shared/filters/kind-filters';
import { addDays } from '~/kit/shared/time/days';
import { type PriceList, priceListFields } from './price-lists.fields';
import { validities } from './price-lists.rules';

/** The filters of the price lists (docs/product/price-lists.md#screen). */
export const priceListFilters = filtersOf<PriceList>(priceListFields, {
  search: search(['name', 'customer_name', 'notes']),
  validity: rank('Validity', validities, ['valid', 'upcoming', 'expired']),
  customer_name: textIn(),
});

const valid = inBand<PriceList, Moment>(validities, 'valid');

/** The figures above the list; expiring are those whose last day is within the next 30. */
export const priceListFigures = {
  total: count<PriceList>(),
  valid: count<PriceList>(valid),
  expiring: count<PriceList>((at) =>
    all(valid(at), { valid_until: { upTo: addDays(at.today, 30) } }),
  ),
};
