import { searchFilter } from '~/kit/shared/filters/filters';
import { formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { type PickerProps, RecordPicker } from '~/kit/ui/form/RecordPicker';
import type { Product } from '../products.fields';
import { useProducts } from './products.client';

const search = searchFilter(['product_name', 'sku_code']);
const isActive = (product: Product) => product.is_active;
const longFilters = (typed: string) => ({ search: typed, status: 'active' });
const nameOf = (product: Product) => product.product_name;
const noteOf = (product: Product) =>
  `${product.sku_code} · ${formatPrice(product.unit_price)} · ${formatNumber(product.stock_quantity)} in stock`;

/** Chooses an active product by name or SKU (docs/product/products.md#picker). */
export function ProductPicker({ label = 'Product', ...props }: PickerProps<Product>) {
  const products = useProducts();
  return (
    <RecordPicker
      {...props}
      label={label}
      list={products}
      isOffered={isActive}
      search={search}
      longFilters={longFilters}
      nameOf={nameOf}
      noteOf={noteOf}
      placeholder="Search by name or SKU"
    />
  );
}
