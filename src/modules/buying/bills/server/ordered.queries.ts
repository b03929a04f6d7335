import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { OrderedItem } from '../ordered-items.rules';

/** Lines of purchase orders as bills take them over and are compared with them. */
export async function listOrdered(db: Db, ids: readonly number[]): Promise<OrderedItem[]> {
  const found =
    await sql<OrderedItem>`select l.id, l.purchase_order_id, o.purchase_number, o.vendor_id, o.status,
      l.product_id, l.description, l.quantity, l.unit, l.unit_price, l.discount_percent, l.discount_amount, l.discount_share,
      l.line_total, l.line_total - l.discount_share as net, l.tax_class_id, l.hsn_code,
      case o.tax_mode when 'single' then o.tax_rate else l.tax_rate end as tax_rate, o.tax_mode,
      l.received_quantity, l.billed_quantity
    from purchase_order_lines l join purchase_orders o on o.id = l.purchase_order_id
    where l.id = any (${ids}::integer[]) order by l.purchase_order_id, l.position, l.id`.execute(
      db,
    );
  return found.rows;
}

/** The ids of a purchase order's lines, in their order. */
export async function listLinesOf(db: Db, purchaseOrderId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from purchase_order_lines
    where purchase_order_id = ${purchaseOrderId} order by position, id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Whose order it is; null where there is none. */
export async function findVendorOfOrder(db: Db, id: number): Promise<number | null> {
  const found = await sql<{ vendor_id: number }>`select vendor_id from purchase_orders
    where id = ${id}`.execute(db);
  return found.rows[0]?.vendor_id ?? null;
}

export interface NamedProduct {
  id: number;
  product_name: string;
  unit_of_measure: string;
  is_active: boolean;
}

/** Products that bills name; they are not deleted before the transaction ends. */
export async function holdProducts(
  trx: Transaction,
  ids: readonly number[],
): Promise<NamedProduct[]> {
  const found =
    await sql<NamedProduct>`select id, product_name, unit_of_measure, is_active from products
    where id = any (${ids}::integer[]) order by id for key share`.execute(trx);
  return found.rows;
}

export interface ChargedReceipt {
  id: number;
  goods_receipt_number: string;
  status: string;
  kind: string;
  purchase_line_ids: number[];
}

/** Receipts that charges are for, with the ordered lines whose goods they took. */
export async function listChargedReceipts(
  db: Db,
  ids: readonly number[],
): Promise<ChargedReceipt[]> {
  const found = await sql<ChargedReceipt>`select r.id, r.goods_receipt_number, r.status, r.kind,
      (select coalesce(json_agg(distinct l.purchase_line_id), '[]') from goods_receipt_lines l
        where l.goods_receipt_id = r.id) as purchase_line_ids
    from goods_receipts r where r.id = any (${ids}::integer[]) order by r.id`.execute(db);
  return found.rows;
}

export interface SampleReceipt {
  id: number;
  vendor_id: number;
  purchase_order_id: number;
  lines: { id: number; quantity: number }[];
}

/** Received sample goods that no bill has yet, with what was accepted of their ordered lines. */
export async function listSampleReceipts(trx: Transaction): Promise<SampleReceipt[]> {
  const found = await sql<SampleReceipt>`select r.id, r.vendor_id, r.purchase_order_id,
      json_agg(json_build_object('id', l.purchase_line_id, 'quantity', l.quantity - l.rejected_quantity)
        order by l.position) as lines
    from goods_receipts r join goods_receipt_lines l on l.goods_receipt_id = r.id
    where r.kind = 'receipt' and r.status = 'received' and l.quantity > l.rejected_quantity
    group by r.id order by r.id limit 3`.execute(trx);
  return found.rows;
}
