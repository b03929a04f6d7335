import { sql } from 'kysely';
import { type Db, oneRow, type SqlPart } from '~/kit/server/database/db';
import {
  amountTerm,
  bandTerm,
  type FilterTerm,
  type LinkedNames,
  linkTerm,
  ownSorts,
} from '~/kit/server/lists/window-terms';
import { manyRows, type WindowedList } from '~/kit/server/lists/windowed-list';
import { activeFilters, type FilterValues } from '~/kit/shared/filters/filters';
import { marginBounds, priceLimits } from '../products.filters';
import { productFields } from '../products.fields';
import type { ProductFigures } from '../products.rules';
import { listProducts, products } from './products.queries';

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
export const productWindows: WindowedList = {
  noun: 'Products',
  source: listProducts(),
  from: sql`products t`,
  select: products.select,
  readable: sql`true`,
  isForAll: true,
  newest: sql`t.id desc`,
  sorts: {
    ...ownSorts(productFields),
    category,
    category_name: category,
    subcategory,
    subcategory_name: subcategory,
    brand,
    brand_name: brand,
  },
  search: {
    // As the index has it (keep_products_in_order).
    text: sql`folded(E'\n' || t.sku_code || E'\n' || t.product_name || E'\n' || coalesce(t.barcode, '')
      || E'\n' || coalesce(t.description, ''))`,
    links: [category, subcategory, brand],
  },
  filters: {
    category_id: linkTerm(category),
    brand_id: linkTerm(brand),
    price_range: amountTerm(sql`t.unit_price`, priceLimits),
    profit_margin: bandTerm({
      high: margin(marginBounds.high),
      medium: margin(marginBounds.medium),
      low: margin(marginBounds.low),
      negative: margin(marginBounds.negative),
    }),
    reorder_alert: bandsOf(
      sql`case when t.stock_quantity <= t.reorder_level then 'needs-reorder'
        when t.stock_quantity <= 2 * t.reorder_level then 'normal' else 'well-stocked' end`,
      ['needs-reorder', 'normal', 'well-stocked'],
    ),
    stock_status: bandsOf(
      sql`case when t.stock_quantity <= 0 then 'out' when t.stock_quantity <= t.reorder_level then 'low' else 'in' end`,
      ['in', 'low', 'out'],
    ),
    status: bandTerm({ active: sql`t.is_active`, inactive: sql`not t.is_active` }),
  },
  storedCount,
};

/** Of an expression that names each row's band, as statistics and an index have it. */
function bandsOf(band: SqlPart, names: readonly string[]): FilterTerm {
  return bandTerm(Object.fromEntries(names.map((name) => [name, sql`${band} = ${sql.lit(name)}`])));
}

/** As `hasMargin`: of a product that costs nothing no margin is known, and every band has it. */
function margin(bounds: { from?: number; above?: number; below?: number; upTo?: number }): SqlPart {
  const gain = sql`(t.unit_price - t.cost_price) * 100`;
  const of = (percent: number) => sql`${sql.lit(percent)} * t.unit_price`;
  const { from, above, below, upTo } = bounds;
  const conditions = [
    ...(from === undefined ? [] : [sql`${gain} >= ${of(from)} and t.unit_price > 0`]),
    ...(above === undefined ? [] : [sql`${gain} > ${of(above)}`]),
    ...(below === undefined ? [] : [sql`${gain} < ${of(below)}`]),
    ...(upTo === undefined ? [] : [sql`${gain} <= ${of(upTo)}`]),
  ];
  return sql`(coalesce(t.cost_price, 0) = 0 or (${sql.join(conditions, sql` and `)}))`;
}

/** The sum of `product_counts` where one of its counts is what these filters find. */
function storedCount(values: FilterValues): SqlPart | null {
  const keys = ['search', ...Object.keys(productWindows.filters)].map((key) => ({ key }));
  const [first, ...others] = activeFilters(keys, values);
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

/** As `figuresOf`, of all products, from what is kept of them. */
export async function productFiguresNow(db: Db): Promise<ProductFigures> {
  const figures = sql<ProductFigures>`select
      coalesce(sum(products) filter (where what = 'all'), 0) as total,
      coalesce(sum(products) filter (where what = 'low'), 0) as low,
      coalesce(sum(products) filter (where what = 'out'), 0) as out,
      round(coalesce(sum(products) filter (where what = 'value'), 0), 2) as value
    from product_counts where what in ('all', 'low', 'out', 'value') and of_id = 0`;
  return oneRow(db, figures);
}
