import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import { firstLocation } from '../../locations/locations.fields';
import type { Scanned } from '../levels.fields';
import type { Level, StockPart } from '../positions.rules';

/**
 * Where the stock of products lies, without empty places: lots that expire first before those received first. What lies in
 * no other location and no lot lies in the first location.
 */
export async function listLevels(db: Db, products: readonly number[]): Promise<Level[]> {
  const found = await sql<Level>`with located as (
      select l.product_id, l.location_id, l.lot_id, l.quantity from stock_levels l
      where l.product_id = any (${products}::integer[]) and l.quantity <> 0
      union all
      select p.id, ${sql.lit(firstLocation)}, null, trim_scale(p.stock_quantity - coalesce((select sum(l.quantity)
        from stock_levels l where l.product_id = p.id), 0))
      from products p where p.id = any (${products}::integer[])
    )
    select a.product_id, a.location_id, c.name as location_name, c.kind, c.is_default, a.lot_id, t.lot_number,
      t.expires_on::text as expires_on, a.quantity
    from located a join locations c on c.id = a.location_id left join lots t on t.id = a.lot_id
    where a.quantity <> 0
    order by a.product_id, t.expires_on nulls last, a.lot_id, not c.is_default, lower(c.name)`.execute(
    db,
  );
  return found.rows;
}

/** What documents moved, as a condition on the movements `m`. */
export interface MovedBy {
  deliveryId?: number | null | undefined;
  orderId?: number | null | undefined;
  /** Documents of a kind, by their ids. */
  sources?: { type: string; ids: readonly number[] } | undefined;
}

function isMovedBy({ deliveryId, orderId, sources }: MovedBy): SqlPart {
  const of = sources
    ? sql`m.source_type = ${sources.type} and m.source_id = any (${[...sources.ids]}::integer[])`
    : sql`false`;
  if (deliveryId) return sql`(m.delivery_id = ${deliveryId} or ${of})`;
  return orderId ? sql`(m.order_id = ${orderId} or ${of})` : sql`(${of})`;
}

/**
 * Where a product's goods went out (`sign` -1) or came in (1) by documents, less what they moved the other way: the last
 * place first, quantities above 0.
 */
export async function findMoved(
  db: Db,
  product: number,
  { by, sign }: { by: MovedBy; sign: 1 | -1 },
): Promise<StockPart[]> {
  const found =
    await sql<StockPart>`select coalesce(m.location_id, ${sql.lit(firstLocation)}) as location,
      m.lot_id as lot, trim_scale(${sign}::numeric * sum(m.quantity)) as quantity
    from stock_movements m where m.product_id = ${product} and ${isMovedBy(by)}
    group by m.location_id, m.lot_id having ${sign}::numeric * sum(m.quantity) > 0 order by max(m.id) desc`.execute(
      db,
    );
  return found.rows;
}

/** The least that lay in each lot of a location at any time from a past moment on, by lot. */
export async function listLeast(
  db: Db,
  products: readonly number[],
  { location, at }: { location: number; at: string },
): Promise<ReadonlyMap<number, number>> {
  const found = await sql<{ lot_id: number; quantity: number }>`
    select lot_id, case when min(created_at) > ${at}::timestamptz then 0 else min(balance) end as quantity
    from (select lot_id, created_at,
        sum(quantity) over (partition by lot_id order by created_at, id) as balance,
        lead(created_at) over (partition by lot_id order by created_at, id) as next
      from stock_movements where product_id = any (${products}::integer[]) and lot_id is not null
        and coalesce(location_id, ${sql.lit(firstLocation)}) = ${location}) m
    where next is null or next > ${at}::timestamptz group by lot_id`.execute(db);
  return new Map(found.rows.map(({ lot_id, quantity }) => [lot_id, quantity]));
}

export const mostScanned = 20;

/** The records that carry a code, without regard to case, of the chosen kinds: at most 20. */
export async function findCarriers(
  db: Db,
  code: string,
  kinds: { products: boolean; lots: boolean },
): Promise<Scanned[]> {
  const found = await sql<Scanned>`select * from (
      select 'product' as type, p.id, p.product_name as label, p.id as product_id, null::integer as lot_id
      from products p where ${kinds.products}::boolean and (lower(p.sku_code) = lower(${code}) or lower(p.barcode) = lower(${code}))
      union all
      select 'lot', t.id, t.lot_number || ' of ' || p.product_name, t.product_id, t.id
      from lots t join products p on p.id = t.product_id where ${kinds.lots}::boolean and lower(t.lot_number) = lower(${code})
      union all
      select 'location', c.id, c.name, null, null from locations c
      where ${kinds.products}::boolean and (lower(c.code) = lower(${code}) or lower(c.name) = lower(${code}))
    ) found limit ${sql.lit(mostScanned)}`.execute(db);
  return found.rows;
}
