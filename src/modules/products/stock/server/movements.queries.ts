import { sql } from 'kysely';
import { columnsOf, type Db } from '~/kit/server/database/db';
import type { ListSource } from '~/kit/server/lists/list-stream';
import { movementFields, type MovementType } from '../movements.fields';
import type { Product } from '../../catalogue/products.fields';

/** Who changes stock and why; the database's own ledger writes it down (migration 0007). */
export interface MoveNote {
  type: MovementType;
  reason: string | null;
  notes: string | null;
  order_id: number | null;
  created_by: number | null;
  created_by_name: string;
  allow_negative: boolean;
}

/** Says who and why for every change of stock that follows in this transaction, of one product or of a whole file. */
export async function describeMove(trx: Db, note: MoveNote): Promise<void> {
  await sql`select ${said(note)}`.execute(trx);
}

function said(note: MoveNote) {
  return sql`set_config('stock.move', ${JSON.stringify(note)}, true)`;
}

type Stock = Pick<Product, 'id' | 'product_name' | 'stock_quantity' | 'reorder_level'>;

/** What there is of a product, which nobody else can change until the transaction ends; null: no such product. */
export async function lockStock(trx: Db, productId: number): Promise<Stock | null> {
  const result = await sql<Stock>`select id, product_name, stock_quantity, reorder_level
    from products where id = ${productId} for update`.execute(trx);
  return result.rows[0] ?? null;
}

/**
 * The one statement that changes the stock of a product, and says who and why (in the same round trip: everybody who wants
 * the same product waits for it); the database writes the movement.
 */
export async function setStock(
  trx: Db,
  change: { id: number; stock_quantity: number; now: Date; note: MoveNote },
): Promise<void> {
  const { id, stock_quantity, now, note } = change;
  await sql`update products set stock_quantity = ${stock_quantity},
      updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
    from (select ${said(note)} as note) said
    where id = ${id} and said.note is not null`.execute(trx);
}

export interface Reservation {
  productId: number;
  /** By how much what orders hold changes, signed. */
  change: number;
}

/** Changes what is held back of some products in one statement; gives those products with their new versions. */
export async function changeReserved(
  trx: Db,
  changes: readonly Reservation[],
  now: Date,
): Promise<Pick<Product, 'id' | 'updated_at'>[]> {
  const result = await sql<Pick<Product, 'id' | 'updated_at'>>`update products p
    set reserved_quantity = p.reserved_quantity + c.change,
      updated_at = greatest(${now}::timestamptz, p.updated_at + interval '1 millisecond')
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c ("productId" integer, change integer)
    where p.id = c."productId" returning p.id, p.updated_at`.execute(trx);
  return result.rows;
}

/** Newest first; a person who is still there by today's name. */
export function listMovements(productId: number): ListSource {
  const { created_by_name: _now, ...own } = movementFields;
  const select = sql`select ${columnsOf(own, 'm')},
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), m.created_by_name) as created_by_name
    from stock_movements m left join users u on u.id = m.created_by
    where m.product_id = ${sql.lit(productId)} order by m.id desc`;
  // No stock changes without its product's row.
  return { select, tables: ['products', 'users'] };
}
