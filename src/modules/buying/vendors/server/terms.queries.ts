import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Terms, VendorTerms } from '../terms.fields';
import type { FollowedTerms } from '../terms.rules';

const columns = sql`i.product_id, p.product_name, p.sku_code, p.unit_of_measure as product_unit,
  i.vendor_sku, i.unit, i.factor, i.price, i.min_quantity, i.multiple, i.lead_days, i.is_preferred`;

const tables = sql`vendor_products i join products p on p.id = i.product_id
  join vendors v on v.id = i.vendor_id`;

/** The terms of a vendor in their order; of these products alone where they are given. */
export async function selectTerms(
  db: Db,
  vendorId: number,
  productIds?: readonly number[],
): Promise<Terms[]> {
  const isChosen = productIds ? sql`i.product_id = any (${productIds}::integer[])` : sql`true`;
  const found = await sql<Terms>`select ${columns} from ${tables}
    where i.vendor_id = ${vendorId} and ${isChosen} order by i.position, i.id`.execute(db);
  return found.rows;
}

/** The vendors of a product with their terms: the preferred one first, then by name. */
export async function selectVendorsOf(db: Db, productId: number): Promise<VendorTerms[]> {
  const found = await sql<VendorTerms>`select i.vendor_id, v.company_name as vendor_name,
      v.vendor_code, v.is_active, ${columns} from ${tables} where i.product_id = ${productId}
    order by i.is_preferred desc, lower(v.company_name), v.id`.execute(db);
  return found.rows;
}

/** A product as terms need it. */
export interface TermProduct {
  id: number;
  product_name: string;
  sku_code: string;
  unit_of_measure: string;
}

/** The products; they are neither deleted nor changed before the transaction ends. */
export async function holdProducts(
  trx: Transaction,
  ids: readonly number[],
): Promise<Map<number, TermProduct>> {
  const found = await sql<TermProduct>`select id, product_name, sku_code, unit_of_measure
    from products where id = any (${ids}::integer[]) order by id for share`.execute(trx);
  return new Map(found.rows.map((product) => [product.id, product]));
}

/** Takes the preference of these products from all vendors but one. */
export async function clearPreferred(
  trx: Transaction,
  vendorId: number,
  productIds: readonly number[],
): Promise<void> {
  if (productIds.length === 0) return;
  await sql`update vendor_products set is_preferred = false
    where is_preferred and vendor_id <> ${vendorId} and product_id = any (${productIds}::integer[])`.execute(
    trx,
  );
}

/** The statement that replaces the terms of a vendor (`updateWhole`); those that stay keep their row. */
export function writeTerms(vendorId: number, items: readonly Terms[]): SqlPart {
  const rows = items.map((item, at) => ({
    ...item,
    description: item.product_name,
    position: at + 1,
  }));
  return sql`sent as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (position integer,
        product_id integer, description text, vendor_sku text, unit text, factor numeric, price numeric,
        min_quantity numeric, multiple numeric, lead_days integer, is_preferred boolean)
    ),
    left_out as (
      delete from vendor_products where vendor_id = ${vendorId}
        and product_id not in (select product_id from sent)
    ),
    parts as (
      insert into vendor_products as i (vendor_id, position, product_id, description, vendor_sku, unit,
        factor, price, min_quantity, multiple, lead_days, is_preferred)
      select ${vendorId}::integer, position, product_id, description, vendor_sku, unit, factor, price,
        min_quantity, multiple, lead_days, is_preferred from sent
      on conflict (vendor_id, product_id) do update set position = excluded.position,
        description = excluded.description, vendor_sku = excluded.vendor_sku, unit = excluded.unit,
        factor = excluded.factor, price = excluded.price, min_quantity = excluded.min_quantity,
        multiple = excluded.multiple, lead_days = excluded.lead_days,
        is_preferred = excluded.is_preferred
      where (i.position, i.description, i.vendor_sku, i.unit, i.factor, i.price, i.min_quantity,
          i.multiple, i.lead_days, i.is_preferred)
        is distinct from (excluded.position, excluded.description, excluded.vendor_sku, excluded.unit,
          excluded.factor, excluded.price, excluded.min_quantity, excluded.multiple,
          excluded.lead_days, excluded.is_preferred)
      returning i.id
    )`;
}

/** The names of products, which are not deleted before the transaction ends. */
export async function holdNames(
  trx: Transaction,
  ids: readonly number[],
): Promise<{ id: number; product_name: string }[]> {
  const found = await sql<{ id: number; product_name: string }>`select id, product_name
    from products where id = any (${ids}::integer[]) order by id for key share`.execute(trx);
  return found.rows;
}

/** Adds terms behind those that a vendor has; of those that it has already, the price changes. */
export async function upsertTerms(
  trx: Transaction,
  vendorId: number,
  terms: readonly FollowedTerms[],
  names: readonly { id: number; product_name: string }[],
): Promise<void> {
  const named = new Map(names.map(({ id, product_name }) => [id, product_name]));
  const rows = terms.flatMap(({ product_id, ...each }) => {
    const description = named.get(product_id);
    return description === undefined ? [] : { product_id, description, ...each };
  });
  await sql`insert into vendor_products (vendor_id, position, product_id, description, unit, factor, price)
    select ${vendorId}::integer, coalesce((select max(position) from vendor_products
        where vendor_id = ${vendorId}), 0) + row_number() over (order by w.product_id),
      w.product_id, w.description, w.unit, w.factor, w.price
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (product_id integer, description text,
      unit text, factor numeric, price numeric)
    order by w.product_id
    on conflict (vendor_id, product_id) do update set price = excluded.price`.execute(trx);
}

export type SampleProduct = TermProduct & { cost_price: number | null };

/** The first products whose SKU codes begin so. */
export async function listSampleProducts(
  trx: Transaction,
  skus: string,
  count: number,
): Promise<SampleProduct[]> {
  const found =
    await sql<SampleProduct>`select id, product_name, sku_code, unit_of_measure, cost_price
    from products where starts_with(sku_code, ${skus}) and is_active order by id limit ${count}`.execute(
      trx,
    );
  return found.rows;
}
