import { rupeeBands } from '~/kit/shared/filters/amount-bands';
import type { Choice } from '~/kit/shared/fields/fields';
import { bandFilter, choiceFilter, type Filter, searchFilter } from '~/kit/shared/filters/filters';
import { type Product, productFields } from './products.fields';
import { hasMargin, stockStatus } from './products.rules';

/** In rupees. */
export const priceLimits = [100, 500, 1000, 5000] as const;

/** In percent; a product without a cost passes every one (docs/product/products.md#margin). */
export const marginBounds = {
  high: { from: 50 },
  medium: { from: 20, below: 50 },
  low: { above: 0, below: 20 },
  negative: { upTo: 0 },
} as const;

const priceBands = bandFilter<Product>({
  key: 'price_range',
  label: 'Price Range',
  bands: rupeeBands((product) => product.unit_price, priceLimits),
});

const marginLabels = {
  high: 'High (50% and above)',
  medium: 'Medium (20% to under 50%)',
  low: 'Low (above 0% to under 20%)',
  negative: 'Negative (0% and below)',
} as const;

const marginBands = bandFilter<Product>({
  key: 'profit_margin',
  label: 'Profit Margin',
  bands: (['high', 'medium', 'low', 'negative'] as const).map((value) => ({
    value,
    label: marginLabels[value],
    test: (product) => hasMargin(product, marginBounds[value]),
  })),
});

const reorderBands = bandFilter<Product>({
  key: 'reorder_alert',
  label: 'Reorder Alert',
  bands: [
    {
      value: 'needs-reorder',
      label: 'Needs reorder (at or below the reorder level)',
      test: (product) => product.stock_quantity <= product.reorder_level,
    },
    {
      value: 'normal',
      label: 'Normal (above it, up to twice)',
      test: (product) =>
        product.stock_quantity > product.reorder_level &&
        product.stock_quantity <= 2 * product.reorder_level,
    },
    {
      value: 'well-stocked',
      label: 'Well stocked (above twice)',
      test: (product) =>
        product.stock_quantity > product.reorder_level &&
        product.stock_quantity > 2 * product.reorder_level,
    },
  ],
});

const stockBands = bandFilter<Product>({
  key: 'stock_status',
  label: 'Stock Status',
  bands: [
    {
      value: 'in',
      label: 'In Stock (above the reorder level)',
      test: (product) => stockStatus(product) === 'in',
    },
    {
      value: 'low',
      label: 'Low Stock (above 0, at or below it)',
      test: (product) => stockStatus(product) === 'low',
    },
    {
      value: 'out',
      label: 'Out of Stock (0)',
      test: (product) => stockStatus(product) === 'out',
    },
  ],
});

const statusBands = bandFilter<Product>({
  key: 'status',
  label: productFields.is_active.label,
  bands: [
    { value: 'active', label: 'Active', test: (product) => product.is_active },
    { value: 'inactive', label: 'Inactive', test: (product) => !product.is_active },
  ],
});

export const productSearch = searchFilter([
  'product_name',
  'sku_code',
  'description',
  'category_name',
  'subcategory_name',
  'brand_name',
  'barcode',
]);

/** The filters of the products list (docs/product/products.md#filters), prices in rupees. */
export function productFilters(lists: {
  categories: readonly Choice[];
  brands: readonly Choice[];
}): readonly Filter<Product>[] {
  return [
    productSearch,
    choiceFilter('category_id', productFields.category_id, {
      choices: lists.categories,
      none: 'No category',
    }),
    choiceFilter('brand_id', productFields.brand_id, { choices: lists.brands, none: 'No brand' }),
    priceBands,
    marginBands,
    reorderBands,
    stockBands,
    statusBands,
  ];
}
