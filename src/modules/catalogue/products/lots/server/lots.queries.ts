import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import { columnsOf, type Db, type SqlPart } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import { linkTo } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { lotFilters } from '../lots.filters';
import { type LineLots, type Lot, lotFields } from '../lots.fields';
import type { LotPosition } from '../recall.csv';
import type { TracedLot } from '../trace.rules';
import { lotVendors } from './lot-vendors.internal';

/** SQL: the company's day. */
export const companyDay = sql`(now() at time zone coalesce((select value #>> '{}' from settings where name = 'time_zone'),
  'Asia/Kolkata'))::date`;

const lotTables = sql`lots t join products p on p.id = t.product_id
    left join lateral (select sum(quantity) as quantity from stock_levels where lot_id = t.id) l on true`;
const quantity = sql`coalesce(l.quantity, 0)`;
const status = sql`(case when ${quantity} = 0 then 'used_up' when t.expires_on < ${companyDay} then 'expired' else 'in_stock' end)`;

/** Read with the locations where they lie. */
export const lots: Entity<typeof lotFields> = {
  name: 'lots',
  type: 'lot',
  noun: 'Lot',
  fields: lotFields,
  select: (
    where,
  ) => sql`select ${columnsOf(lotFields, 't')}, p.product_name, p.sku_code, p.unit_of_measure as unit,
      ${quantity} as quantity, ${status} as status,
      coalesce((select json_agg(json_build_object('location_id', s.location_id, 'name', c.name, 'quantity', s.quantity) order by lower(c.name))
        from stock_levels s join locations c on c.id = s.location_id where s.lot_id = t.id and s.quantity > 0), '[]') as locations
    from ${lotTables} where ${where}`,
  label: ({ lot_number }) => lot_number,
  feedName: ({ lot_number, product_name }) => `${lot_number} of ${product_name}`,
};

export const lotLinks: Links = {
  product_id: linkTo('products', sql`products t`, sql`t.product_name`),
  get vendor_id() {
    return lotVendors.get();
  },
};

export function listLots(): ListSource {
  return {
    select: sql`${lots.select(sql`true`)} order by t.id desc`,
    entity: 'lots',
    newestBy: 'id',
  };
}

/** The same by windows. */
export const lotWindows = windowsOf(() => ({
  name: 'lots',
  entity: lots,
  source: listLots(),
  from: lotTables,
  newest: sql`t.id desc`,
  filters: lotFilters,
  columns: { product_name: sql`p.product_name`, sku_code: sql`p.sku_code`, quantity, status },
  ranked: ['status'],
}));

/** Where goods of these lots lie, in the order of the lots. */
export async function listLotPositions(db: Db, ids: readonly number[]): Promise<LotPosition[]> {
  const found =
    await sql<LotPosition>`select t.id as lot_id, t.lot_number, p.product_name, p.unit_of_measure as unit,
      c.name, l.quantity
    from stock_levels l join lots t on t.id = l.lot_id join products p on p.id = t.product_id
    join locations c on c.id = l.location_id
    where l.lot_id = any (${ids}::integer[]) and l.quantity > 0
    order by array_position(${ids}::integer[], l.lot_id), lower(c.name)`.execute(db);
  return found.rows;
}

/** What a trace shows of these lots, by their ids. */
export async function findTracedLots(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, TracedLot>> {
  const found =
    await sql<TracedLot>`select t.product_id, p.product_name, t.id as lot_id, t.lot_number,
      p.unit_of_measure as unit
    from lots t join products p on p.id = t.product_id
    where t.id = any (${[...new Set(ids)]}::integer[])`.execute(db);
  return new Map(found.rows.map((lot) => [lot.lot_id, lot]));
}

/** Lots for their labels, in the order of the ids. */
export async function findLabelled(db: Db, ids: readonly number[]): Promise<Lot[]> {
  const found = await sql<Lot>`${lots.select(sql`t.id = any (${ids}::integer[])`)}
    order by array_position(${ids}::integer[], t.id)`.execute(db);
  return found.rows;
}

export interface ExistingLot {
  id: number;
  product_id: number;
  lot_number: string;
  expires_on: string | null;
}

/** The lots of a locked product by these ids or numbers, without regard to case. */
export async function findLots(
  trx: Transaction,
  productId: number,
  { ids, numbers }: { ids: readonly number[]; numbers: readonly string[] },
): Promise<ExistingLot[]> {
  const found =
    await sql<ExistingLot>`select id, product_id, lot_number, expires_on::text as expires_on from lots
    where product_id = ${productId} and (id = any (${ids}::integer[])
      or lower(lot_number) = any (select lower(n) from unnest(${numbers}::text[]) n))`.execute(trx);
  return found.rows;
}

export interface NewLot {
  lot_number: string;
  made_on?: string | null | undefined;
  expires_on?: string | null | undefined;
  vendor_lot?: string | null | undefined;
  vendor_id?: number | null | undefined;
}

/** Makes the lots of a locked product. */
export async function insertLots(
  trx: Transaction,
  productId: number,
  given: readonly NewLot[],
  now: Date,
): Promise<ExistingLot[]> {
  const created =
    await sql<ExistingLot>`insert into lots (product_id, lot_number, made_on, expires_on, vendor_lot, vendor_id, created_at, updated_at)
    select ${productId}, n.lot_number, n.made_on, n.expires_on, n.vendor_lot, n.vendor_id, ${now}, ${now}
    from rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as (lot_number text, made_on date, expires_on date,
        vendor_lot text, vendor_id integer)) with ordinality as n (lot_number, made_on, expires_on, vendor_lot, vendor_id, place) order by n.place
    returning id, product_id, lot_number, expires_on::text as expires_on`.execute(trx);
  return created.rows;
}

/** Of these serial numbers, those that ever came in, and where they are now. */
export async function findSeen(
  trx: Transaction,
  ids: readonly number[],
): Promise<{ id: number; lot_number: string; at: string | null }[]> {
  const found = await sql<{
    id: number;
    lot_number: string;
    at: string | null;
  }>`select t.id, t.lot_number,
      (select c.name from stock_levels l join locations c on c.id = l.location_id
        where l.lot_id = t.id and l.quantity > 0 limit 1) as at
    from lots t where t.id = any (${ids}::integer[])
      and exists (select from stock_movements m where m.lot_id = t.id and m.quantity > 0 and not m.is_void) order by t.id`.execute(
    trx,
  );
  return found.rows;
}

export async function numbersOf(
  trx: Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const found = await sql<{ id: number; lot_number: string }>`select id, lot_number from lots
    where id = any (${ids}::integer[])`.execute(trx);
  return new Map(found.rows.map(({ id, lot_number }) => [id, lot_number]));
}

/** The lots that a document moved, by product and in the order of its movements; quantities as they left, above 0. */
export async function listMovedLots(
  trx: Transaction,
  delivery: number,
): Promise<(NonNullable<LineLots>[number] & { product_id: number })[]> {
  const found = await sql<
    NonNullable<LineLots>[number] & { product_id: number }
  >`select m.product_id, m.lot_id, t.lot_number, trim_scale(-sum(m.quantity)) as quantity
    from stock_movements m join lots t on t.id = m.lot_id
    where m.delivery_id = ${delivery} group by m.product_id, m.lot_id, t.lot_number
    having sum(m.quantity) < 0 order by min(m.id)`.execute(trx);
  return found.rows;
}

/** SQL: the lot of a product that has the number of this one of another; null for none. */
export function duplicateOf(lot: SqlPart, product: number): SqlPart {
  return sql`(select o.id from lots o join lots l on lower(l.lot_number) = lower(o.lot_number)
    where l.id = ${lot} and l.product_id <> o.product_id and o.product_id = ${product})`;
}

/** SQL: where the goods of a lot are once its product was merged into this one (docs/product/bulk.md#merging). */
export function lotAt(lot: SqlPart, product: number): SqlPart {
  return sql`coalesce(${duplicateOf(lot, product)}, ${lot})`;
}

/** SQL: the same of the lots of a line, as JSON for its image. */
export function lotsAt(product: number): SqlPart {
  return sql`jsonb_build_object('lots', (select jsonb_agg(each || jsonb_strip_nulls(
      jsonb_build_object('lot_id', ${lotAt(sql`(each->>'lot_id')::integer`, product)})) order by place)
    from jsonb_array_elements(t.lots) with ordinality as e (each, place)))`;
}

/** The first serial number that two products share. */
export async function findSharedSerial(
  trx: Transaction,
  { from, to }: { from: number; to: number },
): Promise<string | null> {
  const found = await sql<{ lot_number: string }>`select t.lot_number from lots t
    join products p on p.id = t.product_id and p.tracking = 'serial'
    where p.id = ${from} and ${duplicateOf(sql`t.id`, to)} is not null order by t.id limit 1`.execute(
    trx,
  );
  return found.rows[0]?.lot_number ?? null;
}
