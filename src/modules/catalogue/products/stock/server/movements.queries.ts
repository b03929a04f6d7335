import { sql } from 'kysely';
import { columnsOf, type Db, instantText, type SqlPart } from '~/kit/server/database/db';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { ChosenLot, StockPart } from '../positions.rules';
import type { Revalued } from '../revalued.fields';
import { movementDocuments, movementFields, type MovementType } from '../movements.fields';
import type { Product } from '../../catalogue/products.fields';
import type { UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import type { Transaction } from '~/kit/server/database/transaction';
import {
  isReadableAt,
  type Reader,
  readsAll,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { firstLocation } from '../../locations/locations.fields';
import type { Kind } from '~/modules/organization/kinds/kinds.rules';
import { sourceOfKind } from '~/modules/records/records/server/search-sources.service';
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
  /** The document behind it, where it is neither an order nor a delivery: a credit note. */
  source?: { type: string; id: number } | null;
  /** The moment of the movements, where it is another one than that of the change. */
  at?: string | null;
  /** By id, what the stock of imported products is worth in rupees; others have the average (docs/product/stock.md#value). */
  worth?: Readonly<Record<number, number>>;
  /** The same of where it lies, and of its lot. */
  locations?: Readonly<Record<number, number>>;
  lots?: Readonly<Record<number, { lot_number: string; expires_on: string | null }>>;
  /** The movements that void ones take back. */
  voids?: readonly number[];
  /** An undo, and when: what it takes back of a past day is dated that day. */
  undone_at?: string;
}

/** Sets who and why for all following stock changes of this transaction. */
export async function describeMove(trx: Transaction, note: MoveNote): Promise<void> {
  await sql`select ${noteColumns(note)}`.execute(trx);
}

/** Stock that an undo changes in this transaction is worth what the same statement says. */
export async function takeGivenValues(trx: Transaction): Promise<void> {
  await sql`select set_config('stock.valued', 'undo', true)`.execute(trx);
}

function noteColumns(note: MoveNote) {
  return sql`set_config('stock.move', ${JSON.stringify(note)}, true)`;
}

/** A product's stock, read after it was locked, and the decimals of its unit. */
export type Stock = Pick<
  Product,
  'id' | 'product_name' | 'stock_quantity' | 'reorder_level' | 'unit_of_measure' | 'tracking'
> & {
  unit_decimals: number;
  /** Whether any of it may lie elsewhere than in the first location. */
  is_spread: boolean;
};

/** SQL: whether stock of the product `id` may lie elsewhere than in the first location. */
export function isSpread(id: SqlPart): SqlPart {
  return sql`(exists (select from stock_levels where product_id = ${id})
    or (select c.id from locations c where c.is_default) <> ${sql.lit(firstLocation)})`;
}

/** A product's stock, locked until the transaction ends; null where the product does not exist. */
export async function lockStock(trx: Transaction, productId: number): Promise<Stock | null> {
  return (await lockStocks(trx, [productId]))[0] ?? null;
}

/** Sorted by id, as everyone locks them; shares with foreign keys, which a document that was just written has to its products. */
export async function lockStocks(trx: Transaction, ids: readonly number[]): Promise<Stock[]> {
  const result =
    await sql<Stock>`select id, product_name, stock_quantity, reorder_level, unit_of_measure, tracking,
      ${isSpread(sql`products.id`)} as is_spread,
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
  /** Which lots leave; others are picked. */
  lots?: readonly ChosenLot[] | undefined;
  /** Exactly what moves where, instead of what the database finds. */
  parts?: readonly StockPart[] | undefined;
}

/** A row of `move_stock` (migrations/0274-stock-plans.sql); without a location it is the default one. */
export interface Move {
  product: number;
  quantity: number;
  reserved: number;
  location?: number;
  lot?: number | null;
  /** In rupees, what the document makes it worth, signed; the average without it. */
  worth?: number | null;
  at?: string | null;
  line?: number;
  is_void?: boolean;
  /** Where it is another one than the document's. */
  type?: MovementType;
}

/**
 * Moves and reserves stock of locked products in one statement: a single round trip keeps the locks short. Gives the products.
 */
export async function writeMoves(
  trx: Transaction,
  moves: readonly Move[],
  { note, now }: { note: MoveNote; now: Date },
): Promise<Product[]> {
  const result = await sql<{ record: Product }>`with products as (
      select * from move_stock(${JSON.stringify(moves)}::jsonb, ${JSON.stringify(note)}::jsonb, ${now}::timestamptz)
    ) select row_to_json(r) as record from (${products.select(sql`true`)}) r order by r.id`.execute(
    trx,
  );
  return result.rows.map(({ record }) => record);
}

/** From when on the values of a product may be others: by goods that were `entered` then, or by other prices of goods. */
export interface Revaluation {
  product: number;
  at: string;
  entered: string | null;
}

/** How many products these changed, and from which day on: goods of a past day change those that moved later. */
export async function findRevalued(
  trx: Transaction,
  changes: readonly Revaluation[],
  timeZone: string,
): Promise<Required<Revalued> | null> {
  const found = await sql<Required<Revalued>>`select count(distinct c.product) as revalued_products,
      (min(c.at) at time zone ${timeZone})::date::text as revalued_from
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (product integer, at timestamptz, entered timestamptz)
    where c.entered is null or exists (select from stock_movements m
      where m.product_id = c.product and m.created_at > c.at and m.entered_at is distinct from c.entered)`.execute(
    trx,
  );
  return found.rows[0] ?? null;
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
    location_id: _location,
    location_name: _name,
    lot_number: _number,
    ...own
  } = movementFields;
  const isOrderRead = isReadableAt(reader, movementDocuments.order, sql`m.order_id`);
  const isDeliveryRead = isReadableAt(reader, movementDocuments.delivery, sql`m.delivery_id`);
  const reason = maskedReason(reader, {
    order: sql`case when ${isOrderRead} then m.reason else 'An order that you do not have access to' end`,
    return: sql`'A credit note that you do not have access to'`,
    transfer: sql`'A transfer that you do not have access to'`,
    purchase: sql`'A purchase that you do not have access to'`,
    vendor_return: sql`'A return that you do not have access to'`,
  });
  const isSourceRead = sql`case m.source_type when 'transfer' then ${sql.lit(readsAll(reader, movementDocuments.transfer))}
      when 'count' then ${sql.lit(readsAll(reader, 'stock'))}
      when 'goods_receipt' then ${sql.lit(readsAll(reader, movementDocuments.purchase))}
      when 'purchase_order' then ${sql.lit(readsAll(reader, movementDocuments.purchase_order))}
      when 'bill' then ${sql.lit(readsAll(reader, movementDocuments.bill))}
      when 'merge' then false
      else m.source_id is not null and ${sql.lit(readsAll(reader, movementDocuments.return))} end`;
  const source = sql`case
      when m.delivery_id is not null then ${recordOf(movementDocuments.delivery, sql`m.delivery_id`, isDeliveryRead)}
      when m.order_id is not null then ${recordOf(movementDocuments.order, sql`m.order_id`, isOrderRead)}
      when ${isSourceRead} then json_build_object(
        'type', m.source_type, 'id', m.source_id, 'label', substring(m.reason from '\\S+$')) end`;
  const select = sql`select ${columnsOf(own, 'm')}, ${reason} as reason,
      case when ${isOrderRead} then m.order_id end as order_id,
      case when ${isDeliveryRead} then m.delivery_id end as delivery_id,
      coalesce(m.location_id, ${sql.lit(firstLocation)}) as location_id, c.name as location_name, t.lot_number,
      m.balance - m.quantity as quantity_before, m.balance as quantity_after,
      ${instantText(sql`coalesce(m.entered_at, m.created_at)`)} as entered_at, ${source} as source,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), m.created_by_name) as created_by_name
    from (select *, sum(quantity) over (order by created_at, id) as balance from stock_movements
      where product_id = ${sql.lit(productId)}) m
    join locations c on c.id = coalesce(m.location_id, ${sql.lit(firstLocation)}) left join lots t on t.id = m.lot_id
    left join users u on u.id = m.created_by order by m.created_at desc, m.id desc`;
  return { select, entity: 'stock_movements' };
}

function recordOf(kind: Kind, id: SqlPart, isRead: SqlPart): SqlPart {
  const { type, from, label } = sourceOfKind(kind);
  return sql`(select json_build_object('type', ${sql.lit(type)}, 'id', t.id, 'label', ${label})
    from ${from} t where t.id = ${id} and ${isRead})`;
}

/** Goods in a location and, of a tracked product, in a lot. */
export interface Position {
  location: number;
  lot: number | null;
}

function liesAt({ location, lot }: Position): SqlPart {
  return sql`coalesce(location_id, ${sql.lit(firstLocation)}) = ${location} and lot_id is not distinct from ${lot}::integer`;
}

/** What a document moves at a past moment, in a place of a product. */
export interface PastPart extends StockPart {
  product: number;
  at: string;
}

interface Lack {
  product: number;
  reason: string | null;
  /** Null where a part itself lacks goods. */
  on: string | null;
  quantity: number;
  /** What would be there after it: below 0. */
  balance: number;
}

/**
 * The first movement that would lack goods in its place if these parts had been moved at their moments, from the first
 * of them on; null where there are enough at all times. Only places that goods leave at a past moment are looked at, and
 * there the movements that lack more than before. `voids` are the movements that the void parts take back.
 */
export async function findLack(
  trx: Transaction,
  parts: readonly (StockPart & { product: number })[],
  voids: readonly number[],
): Promise<Lack | null> {
  const result = await sql<Lack>`with asked as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as (product integer, location integer,
        lot integer, quantity numeric, at timestamptz, is_void boolean)) with ordinality
        as a (product, location, lot, quantity, at, is_void, place)
    ), places as (
      select product, location, lot from asked group by product, location, lot
        having bool_or(quantity < 0 and at is not null)
    ), entries as (
      select p.product, p.location, p.lot, m.created_at as at, m.id, 0 as place, m.quantity as was,
          case when m.id = any (${voids}::integer[]) then 0 else m.quantity end as quantity, m.reason
        from places p join stock_movements m on m.product_id = p.product and not m.is_void
          and coalesce(m.location_id, ${sql.lit(firstLocation)}) = p.location and m.lot_id is not distinct from p.lot
      union all
      select p.product, p.location, p.lot, coalesce(a.at, 'infinity'), null, a.place, 0, a.quantity, null
        from places p join asked a on a.is_void is not true and a.product = p.product and a.location = p.location and a.lot is not distinct from p.lot
    ), balances as (
      select *, sum(was) over in_order as before, sum(quantity) over in_order as balance
      from entries window in_order as (partition by product, location, lot order by at, id nulls last, place)
    )
    select product, reason, case when id is not null then ${instantText(sql`at`)} end as "on", trim_scale(quantity) as quantity,
      trim_scale(balance) as balance
    from balances where quantity < 0 and balance < 0 and balance < before
    order by product, at, id nulls last, place limit 1`.execute(trx);
  return result.rows[0] ?? null;
}

/** 409 where the first of these moments lies in closed days. */
export async function refuseClosed(trx: Transaction, moments: readonly string[]): Promise<void> {
  await sql`select refuse_closed_stock(min(moment)) from unnest(${moments}::timestamptz[]) moment`.execute(
    trx,
  );
}

/** Those of locked products whose movements have a value or a lot; without these the value of other days would change. */
export async function findValued(
  trx: Transaction,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const result = await sql<{ id: number }>`select r.id from unnest(${ids}::integer[]) r (id)
    where exists (select from stock_movements m where m.product_id = r.id and (m.value <> 0 or m.difference <> 0 or m.lot_id is not null))`.execute(
    trx,
  );
  return new Set(result.rows.map(({ id }) => id));
}

/** How many products have stock that nothing says the cost of, and the first SKU codes. */
export async function findUncosted(
  db: Db,
  most: number,
): Promise<{ count: number; skus: string[] }> {
  const result = await sql<{ count: number; skus: string[] }>`select count(*) as count,
      coalesce((array_agg(sku_code order by sku_code))[:${most}::integer], '{}') as skus
    from products where stock_quantity <> 0 and cost_price is null and cost_quantity is null`.execute(
    db,
  );
  return result.rows[0] ?? { count: 0, skus: [] };
}

/** What lay in a place at a moment. */
export async function findStockAt(
  trx: Transaction,
  productId: number,
  { at, position }: { at: string; position: Position },
): Promise<number> {
  const result = await sql<{ quantity: number }>`select coalesce(sum(quantity), 0) as quantity
    from stock_movements where product_id = ${productId} and created_at <= ${at}::timestamptz and ${liesAt(position)}`.execute(
    trx,
  );
  return result.rows[0]?.quantity ?? 0;
}

/** Gives a locked product another average from now on (docs/product/stock.md#revaluation). */
export async function revalueStock(
  trx: Transaction,
  productId: number,
  { unit_cost, note, now }: { unit_cost: number; note: MoveNote; now: Date },
): Promise<void> {
  await sql`select revalue_product(${productId}::integer, ${unit_cost}::numeric, ${now}::timestamptz,
    ${note.reason}, ${note.created_by}::integer, ${note.created_by_name})`.execute(trx);
}

const maskedTypes = ['order', 'return', 'transfer', 'purchase', 'vendor_return'] as const;

/**
 * SQL: the reason of a movement `m`, for people who do not read all orders or all invoices without the number of the
 * document behind it; `instead` has what they see (docs/product/stock.md#movements).
 */
export function maskedReason(
  reader: Reader,
  instead: Readonly<Record<(typeof maskedTypes)[number], SqlPart>>,
): SqlPart {
  const masked = maskedTypes
    .filter((type) => !readsAll(reader, movementDocuments[type]))
    .map((type) => sql`when m.movement_type = ${sql.lit(type)} then ${instead[type]}`);
  return masked.length === 0
    ? sql`m.reason`
    : sql`case ${sql.join(masked, sql` `)} else m.reason end`;
}

/**
 * The moment of each locked product at which its goods are counted: after all that moved until now, and before all that
 * moves later.
 */
export async function holdMoments(
  trx: Transaction,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, string>> {
  const result = await sql<{ id: number; moment: string }>`update products
    set updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
    where id = any (${ids}::integer[]) returning id, ${instantText(sql`updated_at`)} as moment`.execute(
    trx,
  );
  return new Map(result.rows.map(({ id, moment }) => [id, moment]));
}

/** What lay in each of these positions at its moment, in their order. */
export async function listStocksAt(
  trx: Transaction,
  positions: readonly (Position & { product: number; at: string })[],
): Promise<number[]> {
  const result = await sql<{
    quantity: number;
  }>`select trim_scale(coalesce(sum(m.quantity), 0)) as quantity
    from rows from (jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as (product integer, location integer, lot integer,
      at timestamptz)) with ordinality as a (product, location, lot, at, place)
    left join stock_movements m on m.product_id = a.product and m.created_at <= a.at
      and coalesce(m.location_id, ${sql.lit(firstLocation)}) = a.location and m.lot_id is not distinct from a.lot
    group by a.place order by a.place`.execute(trx);
  return result.rows.map(({ quantity }) => quantity);
}
