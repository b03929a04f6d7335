import { sql } from 'kysely';
import type { Detail } from '~/kit/server/errors';
import type { Links } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import { documentLines } from '~/kit/server/database/document-lines';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { wholeRecords } from '~/kit/server/database/whole-records';
import { linkTo, readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import {
  goodsReceiptFields,
  type ReceiptItem,
  receiptItemFields,
  type ReceiptWithItems,
} from '../goods-receipts.fields';

/** SQL: receipts `t` with their orders `o` and vendors `v`. */
export const receiptTables = sql`goods_receipts t join purchase_orders o on o.id = t.purchase_order_id
    join vendors v on v.id = t.vendor_id`;

export const goodsReceipts: Entity<typeof goodsReceiptFields> = {
  name: 'goods_receipts',
  type: 'goods_receipt',
  noun: 'Goods receipt',
  fields: goodsReceiptFields,
  select: (
    where,
  ) => sql`select ${columnsOf(goodsReceiptFields, 't')}, o.purchase_number, v.company_name as vendor_name,
      (select name from locations where id = t.location_id) as location_name
    from ${receiptTables} where ${where}`,
  label: ({ goods_receipt_number }) => goods_receipt_number,
  feedName: ({ goods_receipt_number, purchase_number, vendor_name }) =>
    `${goods_receipt_number} for ${purchase_number}, ${vendor_name}`,
  readableBy: (person) => readable(person, 'goods_receipts'),
};

export const receiptLines = documentLines({
  documents: 'goods_receipts',
  table: 'goods_receipt_lines',
  key: 'goods_receipt_id',
  columns: [
    'purchase_line_id',
    'product_id',
    'description',
    'quantity',
    'rejected_quantity',
    'reject_reason',
    'unit',
    'stock_quantity',
    'lots',
    'closes',
    'unit_cost',
    'of_line_id',
    'is_replaced',
  ],
  shown: ['description', 'quantity', 'rejected_quantity', 'unit'],
});

/** SQL: what went back of a receipt's line `l` since. */
const returned = sql`(select coalesce(sum(r.quantity), 0) from goods_receipt_lines r
  join goods_receipts d on d.id = r.goods_receipt_id where r.of_line_id = l.id and d.status = 'received')`;

/** A receipt with its lines; its order is to be locked before. */
export const {
  get: getReceipt,
  lock: lockReceipt,
  open: openReceipt,
} = wholeRecords<ReceiptWithItems>(
  goodsReceipts,
  (person) => readable(person, 'goods_receipts'),
  (which) => sql`select d.*, ${receiptLines.json(
    sql`d.id`,
    sql`${columnsOf(receiptItemFields, 'l')}, p.sku_code, l.lots, ${returned} as returned_quantity`,
    sql`left join products p on p.id = l.product_id`,
  )} as items
      from (${goodsReceipts.select(which)}) d`,
);

/** A line to store. */
export type NewItem = Omit<
  ReceiptItem,
  'id' | 'sku_code' | 'value' | 'returned_quantity' | 'closed_quantity'
>;

/** The order of a receipt; null where the receipt does not exist. */
export async function findOrderOf(trx: Transaction, id: number): Promise<number | null> {
  const found = await sql<{ id: number }>`select purchase_order_id as id from goods_receipts
    where id = ${id}`.execute(trx);
  return found.rows[0]?.id ?? null;
}

/** The first receipts that name lines of an order. */
export async function listNaming(
  trx: Transaction,
  purchaseLines: readonly number[],
): Promise<NonNullable<Detail['record']>[]> {
  const found = await sql<{ id: number; label: string }>`select id, goods_receipt_number as label
    from goods_receipts where id in (select goods_receipt_id from goods_receipt_lines
      where purchase_line_id = any (${purchaseLines}::integer[])) order by id limit 10`.execute(
    trx,
  );
  return found.rows.map((each) => ({ type: goodsReceipts.type, ...each }));
}

/** Locks the order of a receipt, which everyone locks before it. */
export async function lockOrderOf(trx: Transaction, id: number): Promise<void> {
  await sql`select from purchase_orders
    where id = (select purchase_order_id from goods_receipts where id = ${id}) for update`.execute(
    trx,
  );
}

export interface ReceivedProduct {
  id: number;
  product_name: string;
  unit_of_measure: string;
  tracking: 'none' | 'lot' | 'serial';
  is_active: boolean;
  decimals: number;
}

/** The products with what lines need of them; they are not deleted before the transaction ends. */
export async function holdProducts(
  trx: Transaction,
  ids: readonly number[],
): Promise<ReceivedProduct[]> {
  const found =
    await sql<ReceivedProduct>`select p.id, p.product_name, p.unit_of_measure, p.tracking, p.is_active, u.decimals
    from products p join units u on u.code = p.unit_of_measure
    where p.id = any (${ids}::integer[]) order by p.id for key share of p`.execute(trx);
  return found.rows;
}

/**
 * Notes when the goods of a receipt count: at a past moment, or after all that came for its order until now.
 */
export async function writeMoment(
  trx: Transaction,
  id: number,
  { at, now }: { at: string | null; now: Date },
): Promise<void> {
  await sql`update goods_receipts t set counts_at = coalesce(${at}::timestamptz, greatest(${now}::timestamptz,
      (select max(o.counts_at) + interval '1 millisecond' from goods_receipts o
        where o.purchase_order_id = t.purchase_order_id and o.status = 'received' and o.id <> t.id)))
    where t.id = ${id}`.execute(trx);
}

/** What became of lines when their goods moved. */
export interface MovedLine {
  id: number;
  lots: ReceiptItem['lots'];
  closed_quantity: number;
}

export async function writeMovedLines(
  trx: Transaction,
  lines: readonly MovedLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await sql`update goods_receipt_lines l set lots = nullif(w.lots, 'null'), closed_quantity = w.closed_quantity
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w (id integer, lots jsonb, closed_quantity numeric)
    where l.id = w.id`.execute(trx);
}

/** What lines are worth, by their ids. */
export async function writeValues(
  trx: Transaction,
  values: readonly { id: number; value: number }[],
): Promise<void> {
  if (values.length === 0) return;
  await sql`update goods_receipt_lines l set value = w.value
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as w (id integer, value numeric)
    where l.id = w.id`.execute(trx);
}

export async function writeUnitCosts(
  trx: Transaction,
  lines: readonly { id: number; unit_cost: number | null }[],
): Promise<void> {
  await sql`update goods_receipt_lines l set unit_cost = w.unit_cost
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w (id integer, unit_cost numeric)
    where l.id = w.id`.execute(trx);
}

/** 409 where the goods of a receipt count for a closed day. */
export async function refuseClosed(trx: Transaction, id: number): Promise<void> {
  await sql`select refuse_closed_stock(counts_at) from goods_receipts where id = ${id}`.execute(
    trx,
  );
}

/** What went back of lines of receipts before. */
export interface ReturnedBefore {
  of_line_id: number;
  stock_quantity: number | null;
  lots: ReceiptItem['lots'];
}

export async function listReturnedBefore(
  trx: Transaction,
  lines: readonly number[],
): Promise<ReturnedBefore[]> {
  const found = await sql<ReturnedBefore>`select l.of_line_id, l.stock_quantity, l.lots
    from goods_receipt_lines l join goods_receipts d on d.id = l.goods_receipt_id
    where l.of_line_id = any (${lines}::integer[]) and d.status = 'received'`.execute(trx);
  return found.rows;
}

/** Notes which receipts met a bill. */
export async function writeBilled(
  trx: Transaction,
  receipts: readonly { id: number; is_billed: boolean }[],
): Promise<void> {
  await sql`update goods_receipts t set is_billed = w.is_billed
    from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as w (id integer, is_billed boolean)
    where t.id = w.id and t.is_billed <> w.is_billed`.execute(trx);
}

/** What all received documents say of lines of orders, in the unit of the line. */
interface FollowedLine {
  id: number;
  received_quantity: number;
  rejected_quantity: number;
  returned_quantity: number;
}

export async function listFollowed(
  trx: Transaction,
  purchaseLines: readonly number[],
): Promise<FollowedLine[]> {
  const isReturn = sql`d.kind = 'return'`;
  const found = await sql<FollowedLine>`select w.id,
      coalesce(sum(case when not ${isReturn} then l.quantity - l.rejected_quantity when l.is_replaced then -l.quantity else 0 end), 0)
        as received_quantity,
      coalesce(sum(l.rejected_quantity) filter (where not ${isReturn}), 0) as rejected_quantity,
      coalesce(sum(l.quantity) filter (where ${isReturn}), 0) as returned_quantity
    from unnest(${[...new Set(purchaseLines)]}::integer[]) w (id)
      left join (goods_receipt_lines l join goods_receipts d on d.id = l.goods_receipt_id and d.status = 'received')
        on l.purchase_line_id = w.id
    group by w.id order by w.id`.execute(trx);
  return found.rows;
}

/** A line of a received document, as the rule of matching reads it. */
export interface ValuedLine {
  id: number;
  goods_receipt_id: number;
  kind: 'receipt' | 'return';
  purchase_line_id: number;
  product_id: number | null;
  /** Accepted, or sent back. */
  quantity: number;
  stock_quantity: number | null;
  unit_cost: number | null;
  of_line_id: number | null;
  value: number | null;
}

/** All received lines of these lines of orders, by their moments. */
export async function listValued(
  trx: Transaction,
  purchaseLines: readonly number[],
): Promise<ValuedLine[]> {
  const found =
    await sql<ValuedLine>`select l.id, l.goods_receipt_id, d.kind, l.purchase_line_id, l.product_id,
      l.quantity - l.rejected_quantity as quantity, l.stock_quantity, l.unit_cost, l.of_line_id, l.value
    from goods_receipt_lines l join goods_receipts d on d.id = l.goods_receipt_id
    where l.purchase_line_id = any (${purchaseLines}::integer[]) and d.status = 'received'
    order by d.counts_at, d.id, l.position, l.id`.execute(trx);
  return found.rows;
}

/** The lines of orders that received goods belong to. */
export async function listPurchaseLines(
  trx: Transaction,
  receipts: readonly number[],
): Promise<number[]> {
  const found = await sql<{ id: number }>`select distinct l.purchase_line_id as id
    from goods_receipt_lines l join goods_receipts d on d.id = l.goods_receipt_id
    where l.goods_receipt_id = any (${receipts}::integer[]) and d.status = 'received' order by 1`.execute(
    trx,
  );
  return found.rows.map(({ id }) => id);
}

/** What lines of orders cost by the order: net, in rupees. */
export async function listOrdered(
  trx: Transaction,
  purchaseLines: readonly number[],
): Promise<{ id: number; quantity: number; value: number }[]> {
  const found = await sql<{ id: number; quantity: number; value: number }>`select id, quantity,
      line_total - discount_share as value
    from purchase_order_lines where id = any (${purchaseLines}::integer[])`.execute(trx);
  return found.rows;
}

/** The returns of a receipt that count. */
export async function listReturns(
  trx: Transaction,
  id: number,
): Promise<{ type: 'goods_receipt'; id: number; label: string }[]> {
  const found = await sql<{
    type: 'goods_receipt';
    id: number;
    label: string;
  }>`select distinct 'goods_receipt' as type, d.id, d.goods_receipt_number as label
    from goods_receipt_lines l join goods_receipt_lines r on r.of_line_id = l.id
      join goods_receipts d on d.id = r.goods_receipt_id
    where l.goods_receipt_id = ${id} and d.status = 'received' order by d.id`.execute(trx);
  return found.rows;
}

export const receiptLinks: Links = {
  purchase_order_id: linkTo('purchase_orders', sql`purchase_orders t`, sql`t.purchase_number`),
  vendor_id: linkTo('vendors', sql`vendors t`, sql`t.company_name`),
  location_id: { from: sql`locations t`, name: sql`t.name` },
};

/** Documents through which lots came (`receipt`) or went back (`return`). */
export interface LotReceipt {
  lot_id: number;
  id: number;
  number: string;
  date: string;
  vendor_id: number;
  vendor_name: string;
  quantity: number;
  is_read: boolean;
}

export async function listLotReceipts(
  db: Db,
  kind: 'receipt' | 'return',
  { lots, person }: { lots: readonly number[]; person: Person },
): Promise<LotReceipt[]> {
  const found =
    await sql<LotReceipt>`select m.lot_id, t.id, t.goods_receipt_number as number, t.receipt_date::text as date,
      t.vendor_id, v.company_name as vendor_name, m.quantity, ${readable(person, 'goods_receipts')} as is_read
    from (select lot_id, source_id, trim_scale(abs(sum(quantity))) as quantity from stock_movements
        where lot_id = any (${lots}::integer[]) and source_type = 'goods_receipt' and not is_void
        group by lot_id, source_id) m
      join goods_receipts t on t.id = m.source_id join vendors v on v.id = t.vendor_id
    where t.kind = ${kind} and t.status = 'received' order by t.id`.execute(db);
  return found.rows;
}

/** SQL: the ids of receipts with a line of a product. */
export function receiptsWith(product: number | SqlPart): SqlPart {
  return sql`(select goods_receipt_id from goods_receipt_lines where product_id = ${product})`;
}

/** A receipt with its lines, as it is printed. */
export async function findPrinted(db: Db, id: number, person: Person) {
  return findJson<{
    vendor: { company_name: string; address: string | null; gstin: string | null };
  }>(
    db,
    sql`select json_build_object('company_name', v.company_name, 'gstin', v.gstin,
        'address', nullif(concat_ws(', ', v.address, v.city, v.state, v.postal_code), '')) as vendor
      from goods_receipts t join vendors v on v.id = t.vendor_id where t.id = ${id} and ${readable(person, 'goods_receipts')}`,
  );
}

/** What sample vendors sell of untracked products that are counted in the same unit, by vendor. */
export async function listSampleTerms(
  trx: Transaction,
): Promise<{ vendor_id: number; terms: { product_id: number; price: number }[] }[]> {
  const found = await sql<{
    vendor_id: number;
    terms: { product_id: number; price: number }[];
  }>`select s.vendor_id, json_agg(json_build_object('product_id', s.product_id, 'price', round(s.price, 2)) order by s.position) as terms
    from vendor_products s join products p on p.id = s.product_id and p.tracking = 'none' and p.is_active
      join vendors v on v.id = s.vendor_id and v.is_active
    where s.price is not null and s.unit = p.unit_of_measure group by s.vendor_id order by s.vendor_id`.execute(
    trx,
  );
  return found.rows;
}

type TradeColumn = 'product_id' | 'cost_price' | 'unit_price' | 'vendor_id' | 'customer_id';
type SampleTrade = Record<TradeColumn, number>;

/** The sample product with lots, the preferred vendor of its like, and a customer who buys it; null without one of them. */
export async function findSampleTrade(trx: Transaction): Promise<SampleTrade | null> {
  const found =
    await sql<SampleTrade>`select p.id as product_id, p.cost_price, p.unit_price, s.vendor_id, c.id as customer_id
    from products p
      join vendor_products s on s.is_preferred
      join products o on o.id = s.product_id and left(o.sku_code, 4) = left(p.sku_code, 4)
      cross join (select min(id) as id from customers) c
    where p.tracking = 'lot' and p.cost_price is not null and c.id is not null order by p.id, s.vendor_id limit 1`.execute(
      trx,
    );
  return found.rows[0] ?? null;
}
