import { any, type Bounds, type Condition, times } from '~/kit/shared/filters/conditions';
import { amounts, bands, filtersOf, link, rank, search } from '~/kit/shared/filters/kind-filters';
import { type Product, productFields } from './products.fields';
import { stockBands } from './products.rules';

/**
 * By bounds of the cost for the margin, in parts of the price; a product without a cost is in every band
 * (docs/product/products.md#margin).
 */
const costing = (cost_price: Bounds): Condition<Product> =>
  any({ cost_price: [null, 0] }, { cost_price });
const price = (part: number) => times('unit_price', part);

/** The filters of the products list (docs/product/products.md#filters), prices in rupees. */
export const productFilters = filtersOf<Product, unknown>(productFields, {
  search: search([
    'product_name',
    'sku_code',
    'description',
    'category_name',
    'subcategory_name',
    'brand_name',
    'barcode',
  ]),
  category_id: link({ none: 'No category' }),
  brand_id: link({ none: 'No brand' }),
  price_range: amounts('unit_price', { label: 'Price Range', limits: [100, 500, 1000, 5000] }),
  profit_margin: bands('Profit Margin', {
    high: ['High (50% and above)', costing({ upTo: price(0.5) })],
    medium: ['Medium (20% to under 50%)', costing({ above: price(0.5), upTo: price(0.8) })],
    low: ['Low (above 0% to under 20%)', costing({ above: price(0.8), below: price(1) })],
    negative: ['Negative (0% and below)', costing({ from: price(1) })],
  }),
  reorder_alert: rank('Reorder Alert', {
    'needs-reorder': [
      'Needs reorder (at or below the reorder level)',
      { stock_quantity: { upTo: times('reorder_level', 1) } },
    ],
    normal: [
      'Normal (above it, up to twice)',
      { stock_quantity: { upTo: times('reorder_level', 2) } },
    ],
    'well-stocked': ['Well stocked (above twice)'],
  }),
  stock_status: rank('Stock Status', stockBands, ['in', 'low', 'out']),
  status: bands(productFields.is_active.label, {
    active: ['Active', { is_active: true }],
    inactive: ['Inactive', { is_active: false }],
  }),
});
