import { sql } from 'kysely';
import { type Db, oneRow, type SqlPart } from '~/kit/server/database/db';
import { foldedText, type LinkedNames } from '~/kit/server/lists/window-terms';
import { manyRows } from '~/kit/server/lists/windowed-list';
import { activeFilters, type FilterValues } from '~/kit/shared/filters/filters';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { productFilters } from '../products.filters';
import type { ProductFigures } from '../products.rules';
import { listProducts, productNames, products } from './products.queries';

const category: LinkedNames = {
  key: sql`coalesce(t.category_id, 0)`,
  isIndexed: true,
  table: 'categories',
  name: sql.ref('category_name'),
};
const subcategory: LinkedNames = {
  key: sql`coalesce(t.subcategory_id, 0)`,
  isIndexed: false,
  table: 'subcategories',
  name: sql.ref('subcategory_name'),
};
const brand: LinkedNames = {
  key: sql`coalesce(t.brand_id, 0)`,
  isIndexed: false,
  table: 'brands',
  name: sql.ref('brand_name'),
};

/** All products by windows (docs/product/products.md#very-many-products). */
export const productWindows = windowsOf(() => ({
  name: 'products',
  entity: products,
  source: listProducts(),
  newest: sql`t.id desc`,
  filters: productFilters,
  columns: { category_id: category.key, brand_id: brand.key },
  zeroed: ['category_id', 'brand_id'],
  measured: ['reorder_alert', 'stock_status'],
  sorts: {
    category,
    category_name: category,
    subcategory,
    subcategory_name: subcategory,
    brand,
    brand_name: brand,
  },
  search: {
    texts: [productNames, foldedText([sql`t.description`])],
    links: [category, subcategory, brand],
  },
  storedCount,
}));

/** The sum of `product_counts` where one of its counts is what these filters find. */
function storedCount(values: FilterValues): SqlPart | null {
  const [first, ...others] = activeFilters(productFilters, values);
  if (others.length > 0) return null;
  if (!first) return countOf('all', 0);
  const value = (values[first.key] ?? '').trim();
  const isId = /^[1-9]\d{0,8}$/.test(value);
  if (first.key === 'category_id' && isId) return countOf('category', Number(value));
  if (first.key === 'brand_id' && isId) return countOf('brand', Number(value));
  if (first.key === 'stock_status' && (value === 'low' || value === 'out'))
    return countOf(value, 0);
  return null;
}

function countOf(what: string, id: number): SqlPart {
  return sql`select coalesce(sum(products), 0) from product_counts
    where what = ${sql.lit(what)} and of_id = ${sql.lit(id)}`;
}

/** Makes the indexes of the windows' orders once there are many products; writers wait in the meantime. */
export async function keepProductsInOrder(db: Db, least = manyRows): Promise<void> {
  await sql`select keep_products_in_order(${least})`.execute(db);
}

/** The figures of all products, from the stored counts. */
export async function productFiguresNow(db: Db): Promise<ProductFigures> {
  const figures = sql<ProductFigures>`select
      coalesce(sum(products) filter (where what = 'all'), 0) as total,
      coalesce(sum(products) filter (where what = 'low'), 0) as low,
      coalesce(sum(products) filter (where what = 'out'), 0) as out,
      round(coalesce(sum(products) filter (where what = 'value'), 0), 2) as value
    from product_counts where what in ('all', 'low', 'out', 'value') and of_id = 0`;
  return oneRow(db, figures);
}
