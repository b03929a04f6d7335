import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { priceListFilters } from '../price-lists.filters';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Day } from '~/kit/shared/time/days';
import { linkTo, readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import {
  type DiscountLimit,
  type ListedPrice,
  priceListFields,
  type WholePriceList,
} from '../price-lists.fields';
import type { PricingList } from '../price-lists.rules';

const productCount = sql`(select count(distinct product_id) from price_list_items where price_list_id = t.id)`;
const priceListTables = sql`price_lists t left join customers c on c.id = t.customer_id`;

export const priceLists: Entity<typeof priceListFields> = {
  name: 'price_lists',
  type: 'price_list',
  noun: 'Price list',
  fields: priceListFields,
  select: (where) => sql`select ${columnsOf(priceListFields, 't')}, c.company_name as customer_name,
      ${productCount} as product_count
    from ${priceListTables}
    where ${where}`,
  label: (list) => list.name,
};

export function listPriceLists(): ListSource {
  return {
    select: sql`${priceLists.select(sql`true`)} order by lower(t.name), t.id`,
    entity: 'price_lists',
  };
}

/** The same by windows. */
export const priceListWindows = windowsOf(() => ({
  name: 'price_lists',
  entity: priceLists,
  source: listPriceLists(),
  from: priceListTables,
  newest: sql`lower(t.name), t.id`,
  filters: priceListFilters,
  columns: { customer_name: sql`c.company_name`, product_count: productCount },
}));

/** A list with its prices and limits; 404 where there is none. */
export async function getPriceList(db: Db, id: number): Promise<WholePriceList> {
  const whole = await findJson<WholePriceList>(
    db,
    sql`select l.*,
        (select coalesce(json_agg(json_build_object('product_id', i.product_id, 'product_name', p.product_name,
            'sku_code', p.sku_code, 'from_quantity', i.from_quantity, 'unit_price', i.unit_price)
            order by i.position), '[]')
          from price_list_items i join products p on p.id = i.product_id where i.price_list_id = l.id) as items,
        (select coalesce(json_agg(json_build_object('role_id', m.role_id, 'role_name', r.name, 'percent', m.percent)
            order by m.position), '[]')
          from price_list_limits m join roles r on r.id = m.role_id where m.price_list_id = l.id) as discount_limits
      from (${priceLists.select(sql`t.id = ${id}`)}) l`,
  );
  if (!whole) throw notFound(priceLists.noun);
  return whole;
}

/** The customer, where the person may read it; it is not deleted before the transaction ends. */
export async function holdCustomer(trx: Transaction, id: number, person: Person): Promise<boolean> {
  const found = await sql`select from customers t
    where t.id = ${id} and ${readable(person, 'customers')} for key share`.execute(trx);
  return found.rows.length > 0;
}

type Named = Pick<ListedPrice, 'product_name' | 'sku_code'> & { id: number; unit_decimals: number };

/** The products with their names; they are not deleted before the transaction ends. */
export async function holdProducts(trx: Transaction, ids: readonly number[]): Promise<Named[]> {
  const found = await sql<Named>`select id, product_name, sku_code,
      (select decimals from units where code = unit_of_measure) as unit_decimals
    from products where id = any (${ids}::integer[]) order by id for key share`.execute(trx);
  return found.rows;
}

export async function holdRoles(
  trx: Transaction,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const found = await sql<{ id: number; name: string }>`select id, name from roles
    where id = any (${ids}::integer[]) order by id for key share`.execute(trx);
  return found.rows;
}

/** What a list has besides its row, where it is written again. */
export interface NewParts {
  items?: readonly ListedPrice[];
  discount_limits?: readonly DiscountLimit[];
}

/** The statement that writes the prices and limits of the list (`insertWhole`, `updateWhole`); those left out stay. */
export function writeParts({ items, discount_limits }: NewParts, id?: number): SqlPart {
  const list = id === undefined ? sql`(select id from price_lists)` : sql`${id}::integer`;
  const deleted = (table: string) =>
    sql`${sql.ref(`${table}_gone`)} as (delete from ${sql.table(table)} where price_list_id = ${list})`;
  const prices = (items ?? []).map(({ product_name: description, ...item }, at) => ({
    ...item,
    description,
    position: at + 1,
  }));
  const limits = (discount_limits ?? []).map(({ role_name: description, ...limit }, at) => ({
    ...limit,
    description,
    position: at + 1,
  }));
  return sql`${sql.join([
    ...(items && id !== undefined ? [deleted('price_list_items')] : []),
    ...(discount_limits && id !== undefined ? [deleted('price_list_limits')] : []),
    sql`new_prices as (
      insert into price_list_items (price_list_id, position, product_id, description, from_quantity, unit_price)
      select ${list}, w.position, w.product_id, w.description, w.from_quantity, w.unit_price
      from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as w (position integer, product_id integer,
        description text, from_quantity numeric, unit_price numeric)
    )`,
    sql`parts as (
      insert into price_list_limits (price_list_id, position, role_id, description, percent)
      select ${list}, w.position, w.role_id, w.description, w.percent
      from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) as w (position integer, role_id integer,
        description text, percent numeric)
      returning id
    )`,
  ])}`;
}

interface Buying {
  customer_id: number | null;
  days: readonly Day[];
  productIds: readonly number[];
}

/** The lists that hold for a customer on one of these days, each with its prices of these products alone, and its limits. */
export async function selectPricing(
  db: Db,
  { customer_id, days, productIds }: Buying,
): Promise<PricingList[]> {
  const found =
    await sql<PricingList>`select t.id, t.name, t.customer_id, t.valid_from, t.valid_until, t.set_by_admin,
      (select json_agg(json_build_object('product_id', i.product_id, 'from_quantity', i.from_quantity,
          'unit_price', i.unit_price) order by i.id)
        from price_list_items i where i.price_list_id = t.id and i.product_id = any (${productIds}::integer[])) as items,
      (select coalesce(json_agg(json_build_object('role_id', m.role_id, 'percent', m.percent)), '[]')
        from price_list_limits m where m.price_list_id = t.id) as limits
    from price_lists t
    where t.id in (select price_list_id from price_list_items where product_id = any (${productIds}::integer[]))
      and (t.customer_id is null or t.customer_id = ${customer_id})
      and exists (select from unnest(${days}::date[]) as d (day)
        where t.valid_from <= d.day and (t.valid_until is null or t.valid_until >= d.day))`.execute(
      db,
    );
  return found.rows;
}

/** The selling prices of products. */
export async function selectOwnPrices(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; unit_price: number }[]> {
  const found = await sql<{ id: number; unit_price: number }>`select id, unit_price from products
    where id = any (${ids}::integer[])`.execute(db);
  return found.rows;
}

/** Whether the person may read a customer. */
export async function readsCustomer(db: Db, id: number, person: Person): Promise<boolean> {
  const found = await sql`select from customers t
    where t.id = ${id} and ${readable(person, 'customers')}`.execute(db);
  return found.rows.length > 0;
}

/** Which of these lists have a discount limit for a role. */
export async function listLimiting(
  trx: Transaction,
  ids: readonly number[],
  role: number | null,
): Promise<Set<number>> {
  const found = await sql<{ id: number }>`select price_list_id as id from price_list_limits
    where price_list_id = any (${ids}::integer[]) and role_id = ${role}`.execute(trx);
  return new Set(found.rows.map(({ id }) => id));
}

/** The role of a user whose discounts are limited; null for administrators and for people without a role. */
export async function findRole(db: Db, user: number): Promise<number | null> {
  const found = await sql<{
    role_id: number | null;
  }>`select role_id from users where id = ${user}`.execute(db);
  return found.rows[0]?.role_id ?? null;
}

export const priceListLinks: Links = {
  customer_id: linkTo('customers', sql`customers t`, sql`t.company_name`),
};

const part = { key: 'price_list_id' } as const;

export const priceListLines = [
  {
    ...part,
    table: 'price_list_items',
    field: 'items',
    label: 'Products',
    columns: ['description', 'from_quantity', 'unit_price'],
  },
  {
    ...part,
    table: 'price_list_limits',
    field: 'discount_limits',
    label: 'Discount Limits',
    columns: ['description', 'percent'],
  },
];

interface Samples {
  customer: number | null;
  role: { id: number; name: string } | null;
  products: { id: number; product_name: string; sku_code: string; unit_price: number }[];
}

/** What sample lists name: a customer, the ready-made role Sales, and products by their SKU. */
export async function findSamples(
  trx: Transaction,
  { company, skus }: { company: string; skus: readonly string[] },
): Promise<Samples> {
  const found = await sql<Samples>`select
      (select min(id) from customers where company_name = ${company}) as customer,
      (select row_to_json(r) from (select id, name from roles where name = 'Sales') r) as role,
      (select coalesce(json_agg(p), '[]') from (select id, product_name, sku_code, unit_price from products
        where sku_code = any (${skus}::text[]) order by id) p) as products`.execute(trx);
  return found.rows[0] ?? { customer: null, role: null, products: [] };
}
