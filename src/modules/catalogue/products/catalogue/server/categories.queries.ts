import { sql } from 'kysely';
import { columnsOf, type Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import { brandFields } from '../brands.fields';
import { categoryFields } from '../categories.fields';
import type { GroupHoldings } from '../products.rules';
import { type Subcategory, subcategoryFields } from '../subcategories.fields';

/** The number of products of a group `t`, as the database keeps it (product_counts). */
function counted(what: 'category' | 'subcategory' | 'brand') {
  return sql`(select coalesce(sum(n.products), 0) from product_counts n
    where n.what = ${sql.lit(what)} and n.of_id = t.id) as product_count`;
}

/** Merges the rows of `product_counts` with the same key and deletes those that add up to zero. */
export async function addUpProductCounts(db: Db): Promise<void> {
  await sql`with several as (
      select what, of_id from product_counts group by 1, 2
      having count(*) > 1 or sum(products) = 0
    ), taken as (
      delete from product_counts c using several s
      where c.what = s.what and c.of_id = s.of_id returning c.*
    )
    insert into product_counts
    select what, of_id, sum(products) from taken group by 1, 2 having sum(products) <> 0`.execute(
    db,
  );
}

export const categories: Entity<typeof categoryFields> = {
  name: 'categories',
  type: 'other',
  noun: 'Category',
  fields: categoryFields,
  select: (where) => sql`select ${columnsOf(categoryFields, 't')},
      ${counted('category')}
    from categories t where ${where}`,
  label: (category) => category.category_name,
};

export const subcategories: Entity<typeof subcategoryFields> = {
  name: 'subcategories',
  type: 'other',
  noun: 'Subcategory',
  fields: subcategoryFields,
  select: (where) => sql`select ${columnsOf(subcategoryFields, 't')}, c.category_name,
      ${counted('subcategory')}
    from subcategories t join categories c on c.id = t.category_id where ${where}`,
  label: (subcategory) => subcategory.subcategory_name,
};

export const brands: Entity<typeof brandFields> = {
  name: 'brands',
  type: 'other',
  noun: 'Brand',
  fields: brandFields,
  select: (where) => sql`select ${columnsOf(brandFields, 't')},
      ${counted('brand')}
    from brands t where ${where}`,
  label: (brand) => brand.brand_name,
};

export function listCategories(): ListSource {
  return {
    select: sql`${categories.select(sql`true`)} order by lower(t.category_name), t.id`,
    entity: 'categories',
  };
}

export function listSubcategories(categoryId?: number): ListSource {
  const where = categoryId === undefined ? sql`true` : sql`t.category_id = ${sql.lit(categoryId)}`;
  return {
    select: sql`${subcategories.select(where)} order by lower(t.subcategory_name), t.id`,
    entity: 'subcategories',
  };
}

export function listBrands(): ListSource {
  return {
    select: sql`${brands.select(sql`true`)} order by lower(t.brand_name), t.id`,
    entity: 'brands',
  };
}

interface Named {
  id: number;
  name: string;
}

export type NameTable = 'categories' | 'subcategories' | 'brands';

const nameColumns = {
  categories: 'category_name',
  subcategories: 'subcategory_name',
  brands: 'brand_name',
} as const;

/** The row that already has this name, ignoring case and, for subcategories, within the category; serializes naming. */
export async function findNamesake(
  trx: Transaction,
  table: NameTable,
  { name, category }: { name: string; category?: number | undefined },
): Promise<Named | null> {
  const column = sql.ref(nameColumns[table]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table}:`} || lower(${name}), 0))`.execute(
    trx,
  );
  const within = category === undefined ? sql`true` : sql`category_id = ${category}`;
  const result = await sql<Named>`select id, ${column} as name from ${sql.table(table)}
    where lower(${column}) = lower(${name}) and ${within}`.execute(trx);
  return result.rows[0] ?? null;
}

/** Locked until the transaction ends, so that it is not deleted while a product is put into it. */
export async function findCategory(trx: Transaction, id: number): Promise<boolean> {
  return stands(trx, 'categories', id);
}

export async function findBrand(trx: Transaction, id: number): Promise<boolean> {
  return stands(trx, 'brands', id);
}

async function stands(trx: Transaction, table: NameTable, id: number): Promise<boolean> {
  const result =
    await sql`select id from ${sql.table(table)} where id = ${id} for key share`.execute(trx);
  return result.rows.length > 0;
}

type Belonging = Pick<Subcategory, 'subcategory_name' | 'category_id' | 'category_name'>;

export async function findSubcategory(trx: Transaction, id: number): Promise<Belonging | null> {
  const result = await sql<Belonging>`select s.subcategory_name, s.category_id, c.category_name
    from subcategories s join categories c on c.id = s.category_id
    where s.id = ${id} for share of s`.execute(trx);
  return result.rows[0] ?? null;
}

const memberColumns = {
  categories: 'category_id',
  subcategories: 'subcategory_id',
  brands: 'brand_id',
} as const;

export async function countMembers(
  trx: Transaction,
  table: NameTable,
  id: number,
): Promise<GroupHoldings> {
  const column = sql.ref(memberColumns[table]);
  const subs =
    table === 'categories'
      ? sql`(select count(*) from subcategories where category_id = ${id})`
      : sql`0::bigint`;
  const result = await sql<Required<GroupHoldings>>`select ${subs} as subcategories,
    (select count(*) from products where ${column} = ${id}) as products`.execute(trx);
  return result.rows[0] ?? { products: 0 };
}

interface Member extends Named {
  type: 'subcategory' | 'product';
}

/** The first few members by name, which must be moved or deleted first. */
export async function listMembers(
  trx: Transaction,
  table: NameTable,
  id: number,
): Promise<Member[]> {
  const column = sql.ref(memberColumns[table]);
  const ofCategory = table === 'categories' ? sql`category_id = ${id}` : sql`false`;
  const result = await sql<Member>`
    (select 'subcategory' as type, id, subcategory_name as name from subcategories
      where ${ofCategory} order by subcategory_name limit 5)
    union all
    (select 'product' as type, id, product_name as name from products
      where ${column} = ${id} order by product_name limit 5)`.execute(trx);
  return result.rows;
}
