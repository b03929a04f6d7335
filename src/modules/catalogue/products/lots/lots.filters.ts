import { choice, filtersOf, link, search } from '~/kit/shared/filters/kind-filters';
import { type Lot, lotFields } from './lots.fields';

/** The filters of the lots (docs/product/lots.md#screen). */
export const lotFilters = filtersOf<Lot>(lotFields, {
  search: search(['lot_number', 'product_name', 'sku_code', 'vendor_lot']),
  status: choice(),
  product_id: link({ name: 'product_name' }),
});
