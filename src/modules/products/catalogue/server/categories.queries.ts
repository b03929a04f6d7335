import { sql } from 'kysely';
import { columnsOf } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-stream';
import { brandFields } from '../brands.fields';
import { categoryFields } from '../categories.fields';
import type { GroupHoldings } from '../products.rules';
import { type Subcategory, subcategoryFields } from '../subcategories.fields';

/** Joins the number of products per group, counted in one pass because no index has it (migration 0018). */
function counted(column: 'category_id' | 'subcategory_id' | 'brand_id') {
  return sql`left join (select ${sql.ref(column)} as id, count(*) as count from products
    group by ${sql.ref(column)}) p on p.id = t.id`;
}

export const categories: Entity<typeof categoryFields> = {
  name: 'categories',
  type: 'other',
  noun: 'Category',
  fields: categoryFields,
  select: (where) => sql`select ${columnsOf(categoryFields, 't')},
      coalesce(p.count, 0) as product_count
    from categories t ${counted('category_id')} where ${where}`,
  label: (category) => category.category_name,
};

export const subcategories: Entity<typeof subcategoryFields> = {
  name: 'subcategories',
  type: 'other',
  noun: 'Subcategory',
  fields: subcategoryFields,
  select: (where) => sql`select ${columnsOf(subcategoryFields, 't')}, c.category_name,
      coalesce(p.count, 0) as product_count
    from subcategories t join categories c on c.id = t.category_id ${counted('subcategory_id')}
    where ${where}`,
  label: (subcategory) => subcategory.subcategory_name,
};

export const brands: Entity<typeof brandFields> = {
  name: 'brands',
  type: 'other',
  noun: 'Brand',
  fields: brandFields,
  select: (where) => sql`select ${columnsOf(brandFields, 't')},
      coalesce(p.count, 0) as product_count
    from brands t ${counted('brand_id')} where ${where}`,
  label: (brand) => brand.brand_name,
};

export function listCategories(): ListSource {
  return {
    select: sql`${categories.select(sql`true`)} order by lower(t.category_name), t.id`,
    tables: ['categories', 'products'],
  };
}

export function listSubcategories(categoryId?: number): ListSource {
  const where = categoryId === undefined ? sql`true` : sql`t.category_id = ${sql.lit(categoryId)}`;
  return {
    select: sql`${subcategories.select(where)} order by lower(t.subcategory_name), t.id`,
    tables: ['subcategories', 'categories', 'products'],
  };
}

export function listBrands(): ListSource {
  return {
    select: sql`${brands.select(sql`true`)} order by lower(t.brand_name), t.id`,
    tables: ['brands', 'products'],
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
