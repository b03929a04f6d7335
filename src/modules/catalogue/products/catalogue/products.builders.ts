import { predicateOf } from '~/kit/shared/filters/filters';
import type { Product } from './products.fields';
import { withChoices } from '~/kit/shared/filters/kind-filters';
import { productFilters } from './products.filters';

export const sampleProduct = (values: Partial<Product> = {}): Product => ({
  id: 1,
  product_name: 'Proximity Sensor M12',
  sku_code: 'SEN-PX12',
  description: null,
  category_id: 1,
  subcategory_id: 1,
  brand_id: null,
  category: 'Electronics',
  category_name: 'Electronics',
  subcategory_name: 'Sensors',
  brand_name: null,
  hsn_code: null,
  tax_class_id: null,
  barcode: null,
  unit_price: 1250,
  cost_price: 780,
  average_cost: 780,
  stock_value: 31_200,
  stock_quantity: 40,
  reserved_quantity: 0,
  held_quantity: 0,
  reorder_level: 10,
  unit_of_measure: 'each',
  specifications: null,
  warranty_period: null,
  weight: null,
  dimensions: null,
  color: null,
  material: null,
  min_order_quantity: 1,
  tracking: 'none',
  is_active: true,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  custom: {},
  ...values,
});

const filters = withChoices(productFilters, {
  category_id: [{ value: '1', label: 'Electronics' }],
  brand_id: [{ value: '7', label: 'Anvaya' }],
});

export const isShown = (values: Record<string, string>, row: Product): boolean =>
  predicateOf(filters, values)?.(row) ?? true;

export const bandsOf = (key: string, row: Product): string[] => {
  const choices = filters.find((filter) => filter.key === key)?.choices ?? [];
  const values = (typeof choices === 'function' ? choices([]) : choices).map(({ value }) => value);
  return values.filter((value) => isShown({ [key]: value }, row));
};
