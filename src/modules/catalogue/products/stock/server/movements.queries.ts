import { sql } from 'kysely';
import { columnsOf, type SqlPart } from '~/kit/server/database/db';
import type { ListSource } from '~/kit/server/lists/list-source';
import { movementDocuments, movementFields, type MovementType } from '../movements.fields';
import type { Product } from '../../catalogue/products.fields';
import type { UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import type { Transaction } from '~/kit/server/database/transaction';
import {
  isReadableAt,
  type Reader,
  readsAll,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { products } from '~/modules/catalogue/products/catalogue/server/products.queries';

/** Who changes stock and why; recorded by the database's ledger trigger (keep_stock_ledger). */
export interface MoveNote {
  type: MovementType;
  reason: string | null;
  notes: string | null;
  order_id: number | null;
  delivery_id: number | null;
  created_by: number | null;
  created_by_name: string;
  allow_negative: boolean;
  /** The moment of the movements, where it is another one than that of the change. */
  at?: string | null;
  /** An undo, and when: what it takes back of a past day is dated that day. */
  undone_at?: string;
}

/** Sets who and why for all following stock changes of this transaction. */
export async function describeMove(trx: Transaction, note: MoveNote): Promise<void> {
  await sql`select ${noteColumns(note)}`.execute(trx);
}

function noteColumns(note: MoveNote) {
  return sql`set_config('stock.move', ${JSON.stringify(note)}, true)`;
}

/** A product's stock, read after it was locked, and the decimals of its unit. */
export type Stock = Pick<
  Product,
  'id' | 'product_name' | 'stock_quantity' | 'reorder_level' | 'unit_of_measure'
> & { unit_decimals: number };

/** A product's stock, locked until the transaction ends; null where the product does not exist. */
export async function lockStock(trx: Transaction, productId: number): Promise<Stock | null> {
  return (await lockStocks(trx, [productId]))[0] ?? null;
}

/** Sorted by id, as everyone locks them; shares with foreign keys, which a document that was just written has to its products. */
export async function lockStocks(trx: Transaction, ids: readonly number[]): Promise<Stock[]> {
  const result =
    await sql<Stock>`select id, product_name, stock_quantity, reorder_level, unit_of_measure,
      (select decimals from units where code = unit_of_measure) as unit_decimals
    from products where id = any (${ids}::integer[]) order by id for no key update`.execute(trx);
  return result.rows;
}

/** A product as the lines of documents count it. */
export type CountedProduct = Pick<Product, 'id' | 'product_name'> & UnitDecimals;

export async function findCounted(
  trx: Transaction,
  ids: readonly number[],
): Promise<CountedProduct[]> {
  const result = await sql<CountedProduct>`select p.id, p.product_name, u.code, u.decimals
    from products p join units u on u.code = p.unit_of_measure
    where p.id = any (${ids}::integer[])`.execute(trx);
  return result.rows;
}

export interface StockChange {
  productId: number;
  onHand: number;
  reserved: number;
}

/**
 * Sets the stock of locked products with user and reason, in one statement: a single round trip keeps the locks
 * short. The database records the movements. Returns the products.
 */
export async function changeStock(
  trx: Transaction,
  changes: readonly StockChange[],
  { note, now }: { note: MoveNote; now: Date },
): Promise<Product[]> {
  const result = await sql<{ record: Product }>`with products as (
      update products p set stock_quantity = trim_scale(p.stock_quantity + c."onHand"),
        reserved_quantity = trim_scale(p.reserved_quantity + c.reserved),
        updated_at = greatest(${now}::timestamptz, p.updated_at + interval '1 millisecond')
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (
          "productId" integer, "onHand" numeric, reserved numeric),
        (select ${noteColumns(note)} as note) said
      where p.id = c."productId" and said.note is not null returning p.*
    ) select row_to_json(r) as record from (${products.select(sql`true`)}) r order by r.id`.execute(
    trx,
  );
  return result.rows.map(({ record }) => record);
}

/**
 * Newest first, each with the stock before and after it at its moment: one as of a past day was written after later ones.
 * Existing people appear under their current name. Documents that the reader may not read are not named.
 */
export function listMovements(productId: number, reader: Reader): ListSource {
  const {
    created_by_name: _now,
    quantity_before: _before,
    quantity_after: _after,
    reason: _reason,
    order_id: _order,
    delivery_id: _delivery,
    ...own
  } = movementFields;
  const isOrderRead = isReadableAt(reader, movementDocuments.order, sql`m.order_id`);
  const isDeliveryRead = isReadableAt(reader, movementDocuments.delivery, sql`m.delivery_id`);
  const reason = maskedReason(reader, {
    order: sql`case when ${isOrderRead} then m.reason else 'An order that you do not have access to' end`,
    return: sql`'A credit note that you do not have access to'`,
  });
  const select = sql`select ${columnsOf(own, 'm')}, ${reason} as reason,
      case when ${isOrderRead} then m.order_id end as order_id,
      case when ${isDeliveryRead} then m.delivery_id end as delivery_id,
      m.balance - m.quantity as quantity_before, m.balance as quantity_after,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), m.created_by_name) as created_by_name
    from (select *, sum(quantity) over (order by created_at, id) as balance from stock_movements
      where product_id = ${sql.lit(productId)}) m
    left join users u on u.id = m.created_by order by m.created_at desc, m.id desc`;
  return { select, entity: 'stock_movements' };
}

/**
 * SQL: the reason of a movement `m`, for people who do not read all orders or all invoices without the number of the
 * document behind it; `instead` has what they see (docs/product/stock.md#movements).
 */
export function maskedReason(
  reader: Reader,
  instead: { order: SqlPart; return: SqlPart },
): SqlPart {
  const masked = (['order', 'return'] as const)
    .filter((type) => !readsAll(reader, movementDocuments[type]))
    .map((type) => sql`when m.movement_type = ${sql.lit(type)} then ${instead[type]}`);
  return masked.length === 0
    ? sql`m.reason`
    : sql`case ${sql.join(masked, sql` `)} else m.reason end`;
}
