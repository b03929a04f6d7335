import { type RawBuilder, sql } from 'kysely';
import { csvCell } from '~/kit/server/database/copy';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ChosenPart } from '~/kit/server/lists/windows';
import type { CsvColumn } from '~/modules/records/imports/formats.rules';
import type { Values } from '~/modules/records/imports/rows.rules';
import { ownCells, type WholeList } from '~/modules/records/imports/server/imports.service';
import type { Product } from '../../catalogue/products.fields';
import type { QuantityName } from '../../catalogue/products.rules';
import type { LaterMoves } from '../product-rows.rules';
import { csvColumns, type GroupName, isGroup, storedColumn } from '../products.csv';

/** A past day that a file counts as of. */
export interface Past {
  /** The end of the day, at which later movements begin. */
  since: string;
  zone: string;
}

const existingColumns = [
  'id',
  'reserved_quantity',
  'tracking',
  ...csvColumns.map(({ name }) => storedColumn(name)),
].filter((column) => column !== 'stock_quantity');

/**
 * A product as far as a file changes it, with its stock of the day that the file counts as of; the columns that are named
 * here are read by rules.
 */
export type ExistingProduct = Values &
  LaterMoves &
  Pick<
    Product,
    | 'id'
    | 'product_name'
    | 'tracking'
    | 'category_id'
    | 'unit_of_measure'
    | 'unit_price'
    | 'cost_price'
    | QuantityName
  >;

export async function findBySkus(
  trx: Transaction,
  keys: readonly string[],
  past: Past | null,
): Promise<Map<string, ExistingProduct>> {
  const columns = sql.join(existingColumns.map((column) => sql.ref(column)));
  const result = await sql<
    ExistingProduct & { key: string }
  >`select lower(sku_code) as key, ${columns},
      stock_quantity - moved_later as stock_quantity, moved_later, lowest_later, lowest_later_on
    from products p ${past ? laterMoves(past) : noLaterMoves}
    where lower(sku_code) = any(${keys}::text[])`.execute(trx);
  return new Map(result.rows.map(({ key, ...existing }) => [key, existing]));
}

/** Ids for a block of new products. */
export async function takeIds(trx: Transaction, count: number): Promise<number[]> {
  const result = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('products', 'id'))::integer as id
    from generate_series(1, ${count}::integer)`.execute(trx);
  return result.rows.map(({ id }) => id);
}

const noLaterMoves = sql`cross join (values (0, 0, null)) l (moved_later, lowest_later, lowest_later_on)`;

function laterMoves({ since, zone }: Past) {
  return sql`cross join lateral (
    select coalesce(sum(quantity), 0) as moved_later, coalesce(min(balance), 0) as lowest_later,
      ((array_agg(created_at order by balance, created_at))[1] at time zone ${zone})::date::text as lowest_later_on
    from (select quantity, created_at, sum(quantity) over (order by created_at, id) as balance
      from stock_movements where product_id = p.id and created_at >= ${since}::timestamptz) later) l`;
}

/** The stock of a row that counts as of a past day, and what moved later; read under the lock of the product. */
export function stockWithLater(since: string): SqlPart {
  return sql`coalesce(trim_scale(s.stock_quantity + (select coalesce(sum(quantity), 0) from stock_movements
    where product_id = p.id and created_at >= ${since}::timestamptz)), p.stock_quantity)`;
}

/** Another category replaces a subcategory that the file does not name. */
export const subcategoryAfter = sql`case when s.category_id is not distinct from p.category_id
  then p.subcategory_id end`;

interface NamedGroup {
  id: number;
  key: string;
  category_id: number | null;
}

export async function listGroups(trx: Transaction): Promise<Record<GroupName, NamedGroup[]>> {
  const result = await sql<NamedGroup & { kind: GroupName }>`
    select 'category' as kind, id, lower(category_name) as key, null::integer as category_id from categories
    union all select 'subcategory', id, lower(subcategory_name), category_id from subcategories
    union all select 'brand', id, lower(brand_name), null from brands
    union all select 'tax_class', id, lower(name), null from tax_classes`.execute(trx);
  const of = (kind: GroupName) => result.rows.filter((row) => row.kind === kind);
  return {
    category: of('category'),
    subcategory: of('subcategory'),
    brand: of('brand'),
    tax_class: of('tax_class'),
  };
}

const groupNames = {
  category: sql.ref('c.category_name'),
  subcategory: sql.ref('s.subcategory_name'),
  brand: sql.ref('b.brand_name'),
  tax_class: sql.ref('x.name'),
};

/** The chosen products as lines of CSV, header first. */
export function productsAsCsv(
  { join, order }: ChosenPart,
  columns: readonly CsvColumn[],
  own: readonly CsvColumn[],
): WholeList {
  return {
    columns: [...columns, ...own],
    count: sql`select count(*) as count from products t ${join}`,
    statement: sql`copy (select ${sql.join([...columns.map(cellOf), ...ownCells(own)])}
      from products t ${join}
      left join categories c on c.id = t.category_id
      left join subcategories s on s.id = t.subcategory_id
      left join brands b on b.id = t.brand_id
      left join tax_classes x on x.id = t.tax_class_id
      order by ${order}) to stdout (format csv, header)`,
  };
}

function cellOf(column: CsvColumn): RawBuilder<unknown> {
  const { name } = column;
  return csvCell(column, isGroup(name) ? groupNames[name] : sql.ref(`t.${name}`));
}
