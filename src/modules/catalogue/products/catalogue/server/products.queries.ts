import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import { columnsOf } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import { textOf } from '~/modules/records/records/server/search-sources.service';
import { type Product, productFields } from '../products.fields';

/** By what the search of everything finds a product `t`, as the index has it (migrations/0185-search.sql). */
export const productNames = textOf(sql`t.sku_code`, sql`t.product_name`, sql`t.barcode`);

/** SQL: what a unit of a product `t` is worth, or was after the last goods in; null where none ever came in. */
const averageCost = sql`round(case when t.stock_quantity > 0 then t.stock_value / t.stock_quantity
  else t.cost_value / t.cost_quantity end, 4)`;

export const products: Entity<typeof productFields> = {
  name: 'products',
  type: 'product',
  noun: 'Product',
  fields: productFields,
  select: (where) => sql`select ${columnsOf(productFields, 't')},
      ${averageCost} as average_cost, c.category_name as category, c.category_name, s.subcategory_name, b.brand_name
    from products t
    left join categories c on c.id = t.category_id
    left join subcategories s on s.id = t.subcategory_id
    left join brands b on b.id = t.brand_id
    where ${where}`,
  label: (product) => product.product_name,
};

/** Newest first, by id: ids follow creation time and, unlike it, are indexed. */
export function listProducts(): ListSource {
  return {
    select: sql`${products.select(sql`true`)} order by t.id desc`,
    entity: 'products',
    newestBy: 'id',
  };
}

/**
 * Serializes the use of an SKU until the transaction ends: of two requests for the same one, the second sees it taken.
 */
export async function lockSku(trx: Transaction, sku: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('products.sku_code:' || lower(${sku}), 0))`.execute(
    trx,
  );
}

export async function findBySku(
  trx: Transaction,
  sku: string,
): Promise<Pick<Product, 'id' | 'product_name'> | null> {
  const result = await sql<Pick<Product, 'id' | 'product_name'>>`select id, product_name
    from products where lower(sku_code) = lower(${sku})`.execute(trx);
  return result.rows[0] ?? null;
}

export const productLinks: Links = {
  category_id: { from: sql`categories t`, name: sql`t.category_name` },
  subcategory_id: { from: sql`subcategories t`, name: sql`t.subcategory_name` },
  brand_id: { from: sql`brands t`, name: sql`t.brand_name` },
  tax_class_id: { from: sql`tax_classes t`, name: sql`t.name` },
};
