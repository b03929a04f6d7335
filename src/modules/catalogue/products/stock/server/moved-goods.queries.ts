import { sql } from 'kysely';
import { instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { firstLocation } from '../../locations/locations.fields';
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
 * one sweep (migrations/0263-bought-stock.sql).
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
  await sql`select reprice_stock(${JSON.stringify(worths)}::jsonb, ${JSON.stringify(changes)}::jsonb,
    ${JSON.stringify(note)}::jsonb, ${now}::timestamptz)`.execute(trx);
}
