import { sql } from 'kysely';
import { instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { firstLocation } from '../../locations/locations.fields';
import { openLedger } from './merged-stock.queries';
import type { MoveNote } from './movements.queries';

/** A movement of a document, of which it may have several a line. */
export interface MovedGoods {
  id: number;
  product: number;
  location: number;
  lot: number | null;
  quantity: number;
  line: number | null;
  worth: number | null;
  at: string;
  /** Whether its day is closed. */
  is_closed: boolean;
}

/** What documents of a kind moved, without what was cancelled. */
export async function listMovedGoods(
  trx: Transaction,
  type: string,
  ids: readonly number[],
): Promise<MovedGoods[]> {
  const found = await sql<MovedGoods>`select m.id, m.product_id as product,
      coalesce(m.location_id, ${sql.lit(firstLocation)}) as location, m.lot_id as lot, m.quantity, m.source_line_id as line, m.worth,
      ${instantText(sql`m.created_at`)} as at,
      coalesce((m.created_at at time zone coalesce((select value #>> '{}' from settings where name = 'time_zone'), 'Asia/Kolkata'))::date
        <= (select value #>> '{}' from settings where name = 'stock_closed_until')::date, false) as is_closed
    from stock_movements m
    where m.source_type = ${type} and m.source_id = any (${ids}::integer[]) and m.quantity <> 0 and not m.is_void
    order by m.product_id, m.id`.execute(trx);
  return found.rows;
}

/**
 * Gives movements of locked products another worth, and notes what bills change in closed days; values the products again in
 * one sweep (migrations/0263-bought-stock.sql). Of a product that took in another since, the value that both had together follows.
 */
export async function writeWorths(
  trx: Transaction,
  {
    worths,
    changes,
  }: {
    worths: readonly { product: number; id: number; worth: number }[];
    changes: readonly { product: number; change: number }[];
  },
  { note, now }: { note: MoveNote; now: Date },
): Promise<void> {
  const merges = await listMerges(
    trx,
    worths.map(({ product }) => product),
  );
  await sql`select reprice_stock(${JSON.stringify(worths)}::jsonb, ${JSON.stringify(changes)}::jsonb,
    ${JSON.stringify(note)}::jsonb, ${now}::timestamptz)`.execute(trx);
  for (const merge of merges) await keepMerge(trx, merge);
}

interface Merge {
  id: number;
  product: number;
  /** What it changed the value by. */
  value: number;
  quantity: number;
}

/** The merges that set the value of these products, in their order. */
async function listMerges(trx: Transaction, products: readonly number[]): Promise<Merge[]> {
  if (products.length === 0) return [];
  const found = await sql<Merge>`select m.id, m.product_id as product, m.value, q.quantity
    from stock_movements m cross join lateral (select sum(e.quantity) as quantity from stock_movements e
      where e.product_id = m.product_id and not e.is_void and (e.created_at, e.id) < (m.created_at, m.id)) q
    where m.product_id = any (${products}::integer[]) and m.source_type = 'merge' and m.movement_type = 'revalue'
      and q.quantity > 0
    order by m.created_at, m.id`.execute(trx);
  return found.rows;
}

/** What a merge added to the value, or took from it, stays where its goods are worth another amount than before. */
async function keepMerge(trx: Transaction, { id, product, value, quantity }: Merge): Promise<void> {
  const isIt = sql`product_id = ${product} and id = ${id} and value <> ${value}::numeric`;
  const changed = await sql`select from stock_movements where ${isIt}`.execute(trx);
  if (changed.rows.length === 0) return;
  await openLedger({ trx });
  await sql`update stock_movements set worth = greatest(0, worth + (${value}::numeric - value) / ${quantity}::numeric)
    where ${isIt}`.execute(trx);
  await sql`select revalue_stock(array[${product}::integer])`.execute(trx);
}
