import type { Day } from '~/kit/shared/time/days';
import { bandFilter, type Filter, searchFilter, textFilter } from '~/kit/shared/filters/filters';
import { type PriceList, priceListFields } from './price-lists.fields';
import { validities, validityOn } from './price-lists.rules';

export interface PriceListFilterOptions {
  today: Day;
}

/** Also shown above the list. */
export const validityFilter = bandFilter<PriceList, PriceListFilterOptions>({
  key: 'validity',
  label: 'Validity',
  bands: validities.map(({ value, label }) => ({
    value,
    label,
    test: (list, { today }) => validityOn(list, today) === value,
  })),
});

/** The filters of the price lists (docs/product/price-lists.md#screen). */
export const priceListFilters: readonly Filter<PriceList, PriceListFilterOptions>[] = [
  searchFilter(['name', 'customer_name', 'notes']),
  validityFilter,
  textFilter('customer_name', priceListFields.customer_name),
];
