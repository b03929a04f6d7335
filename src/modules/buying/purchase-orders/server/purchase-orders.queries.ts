import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, type SqlPart } from '~/kit/server/database/db';
import { documentLines } from '~/kit/server/database/document-lines';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { wholeRecords } from '~/kit/server/database/whole-records';
import type { ListSource } from '~/kit/server/lists/list-source';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import {
  linkTo,
  listNewest,
  listNewestOf,
  readable,
  kindWindows,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import { termNames } from '~/modules/sales/documents/taxes/server/taxation.service';
import { purchaseOrderFilters } from '../purchase-orders.filters';
import {
  purchaseLineFields,
  type PurchaseLine,
  type PurchaseOrder,
  purchaseOrderFields,
  type PurchaseOrderWithItems,
} from '../purchase-orders.fields';

/** SQL: the purchase orders `t` with their vendors `v`. */
export const vendorOf = sql`join vendors v on v.id = t.vendor_id`;

export const purchaseOrders: Entity<typeof purchaseOrderFields> = {
  name: 'purchase_orders',
  type: 'purchase_order',
  noun: 'Purchase Order',
  fields: purchaseOrderFields,
  select: (
    where,
  ) => sql`select ${columnsOf(purchaseOrderFields, 't')}, v.company_name as vendor_name,
      (select name from locations where id = t.location_id) as location_name
    from purchase_orders t ${vendorOf} where ${where}`,
  label: ({ purchase_number }) => purchase_number,
  feedName: ({ purchase_number, vendor_name }) => `${purchase_number} to ${vendor_name}`,
};

/** The purchase orders of the company, newest first. */
export function listPurchaseOrders(person: Person): ListSource {
  return listNewest(person, 'purchase_orders', purchaseOrders);
}

/** The same by windows. */
export const purchaseOrderWindows = windowsOf((person) => ({
  ...kindWindows(person, 'purchase_orders', purchaseOrders),
  from: sql`purchase_orders t ${vendorOf}`,
  filters: purchaseOrderFilters,
  columns: { vendor_name: sql`v.company_name` },
  ranked: ['status', 'receipt_state', 'bill_state'],
}));

/** The purchase orders of a vendor, newest first. */
export function listPurchaseOrdersOf(person: Person, vendorId: number): ListSource {
  const of = sql`t.vendor_id = ${sql.lit(vendorId)}`;
  return listNewestOf(person, 'purchase_orders', { ...purchaseOrders, of });
}

export const purchaseLines = documentLines({
  documents: 'purchase_orders',
  table: 'purchase_order_lines',
  key: 'purchase_order_id',
  columns: [
    'product_id',
    'description',
    'quantity',
    'stock_quantity',
    'unit_price',
    'line_total',
    ...termNames,
    'expected_date',
    'notes',
  ],
  shown: ['description', 'quantity', 'unit', 'unit_price', 'line_total', 'expected_date', 'notes'],
});

const open = sql`greatest(l.quantity - l.received_quantity - l.closed_quantity, 0)`;

const lineColumns = sql`${columnsOf(purchaseLineFields, 'l')}, p.product_name, p.sku_code,
  p.unit_of_measure, (select decimals from units where code = p.unit_of_measure) as unit_decimals,
  l.line_total - l.discount_share as taxable_value, ${open} as open_quantity`;

const productOf = sql`left join products p on p.id = l.product_id`;

/** A purchase order with its lines. */
export const {
  get: getPurchaseOrder,
  lock: lockPurchaseOrder,
  open: openPurchaseOrder,
} = wholeRecords<PurchaseOrderWithItems>(
  purchaseOrders,
  (person) => readable(person, 'purchase_orders'),
  (which) => sql`select o.*, ${purchaseLines.json(sql`o.id`, lineColumns, productOf)} as items
    from (${purchaseOrders.select(which)}) o`,
);

/** The orders of these lines, locked until the transaction ends, in the order of their ids. */
export async function lockOrdersOf(
  trx: Transaction,
  lineIds: readonly number[],
): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from purchase_orders
    where id in (select purchase_order_id from purchase_order_lines where id = any (${lineIds}::integer[]))
    order by id for update`.execute(trx);
  return found.rows.map(({ id }) => id);
}

/** A line with what its neighbours need of its order. */
export type OrderedPurchaseLine = PurchaseLine &
  Pick<PurchaseOrder, 'purchase_number' | 'vendor_id' | 'status'> & {
    purchase_order_id: number;
    /** What it comes to after all discounts, before tax, in rupees. */
    net_value: number;
  };

export async function selectLines(
  db: Db,
  lineIds: readonly number[],
): Promise<OrderedPurchaseLine[]> {
  const found = await sql<OrderedPurchaseLine>`select ${lineColumns}, l.purchase_order_id,
      o.purchase_number, o.vendor_id, o.status, l.line_total - l.discount_share as net_value
    from purchase_order_lines l join purchase_orders o on o.id = l.purchase_order_id ${productOf}
    where l.id = any (${lineIds}::integer[]) order by l.purchase_order_id, l.position, l.id`.execute(
    db,
  );
  return found.rows;
}

/** What documents write of a line: how much of it came, was refused, sent back, will not come, and was billed. */
export const followedNames = [
  'received_quantity',
  'rejected_quantity',
  'returned_quantity',
  'closed_quantity',
  'billed_quantity',
] as const;

/** The part of a statement (`updateWhole`) that writes how far lines are. */
export function writeProgress(
  lines: readonly Pick<PurchaseLine, 'id' | (typeof followedNames)[number]>[],
): SqlPart {
  return sql`parts as (
      update purchase_order_lines l set ${sql.raw(followedNames.map((name) => `${name} = w.${name}`).join(', '))}
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w (id integer,
        ${sql.raw(followedNames.map((name) => `${name} numeric`).join(', '))})
      where l.id = w.id returning l.id
    )`;
}

/** How finely quantities of these units may be given; units that only vendors have are left out. */
export async function findUnits(
  db: Db,
  codes: readonly (string | null)[],
): Promise<Map<string, UnitDecimals>> {
  const named = codes.filter((code) => code !== null);
  const found = await sql<UnitDecimals>`select code, decimals from units
    where code = any (${named}::text[])`.execute(db);
  return new Map(found.rows.map((unit) => [unit.code, unit]));
}

export const purchaseOrderLinks: Links = {
  vendor_id: linkTo('vendors', sql`vendors t`, sql`t.company_name`),
  location_id: { from: sql`locations t`, name: sql`t.name` },
};

/** Active vendors with the products that they have prices for. */
export async function listSampleVendors(
  trx: Transaction,
): Promise<{ id: number; products: number[] }[]> {
  const found = await sql<{ id: number; products: number[] }>`select v.id,
      json_agg(t.product_id order by t.position) as products
    from vendors v join vendor_products t on t.vendor_id = v.id join products p on p.id = t.product_id
    where v.is_active and p.is_active and t.price is not null group by v.id order by v.id`.execute(
    trx,
  );
  return found.rows;
}
