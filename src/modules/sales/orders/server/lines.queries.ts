import type { Spread } from '~/modules/sales/documents/discounts.rules';
import type { LineTaxes } from '~/modules/sales/documents/taxation.rules';
import {
  termChanges,
  termColumns,
  termTypes,
} from '~/modules/sales/documents/server/taxation.service';
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import type { SqlPart } from '~/kit/server/database/db';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { picked } from '~/kit/shared/fields/picked';
import type { PlannedOrderLine } from '../lines.rules';
import type { OrderItem } from '../orders.fields';
import { invoicing, returning } from './invoicing.service';

/** What the lines of orders are read with besides: how far they are invoiced, delivered and came back. */
const followed = () => ({
  items: sql`${invoicing.get().invoicedQuantity} as invoiced_quantity,
      ${returning.get().returnedQuantity} as returned_quantity, l.delivered_quantity, l.closed_quantity,
      l.quantity - l.delivered_quantity - l.closed_quantity as open_quantity`,
  services: sql`${invoicing.get().invoicedQuantity} as invoiced_quantity`,
});

/** The products among `lines` (a table expression of lines) as JSON, in order; `own` are columns of that kind of line. */
export function itemsOf(
  lines: RawBuilder<unknown>,
  own: SqlPart = followed().items,
): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(row_to_json(item)), '[]') from (
    select l.id, l.product_id, p.product_name, p.sku_code, p.unit_of_measure,
      (select decimals from units where code = p.unit_of_measure) as unit_decimals, l.description, l.quantity,
      l.unit_price, l.line_total, l.line_total - l.discount_share as taxable_value,
      ${termColumns('l')}, l.notes, ${own}
    from ${lines} l join products p on p.id = l.product_id order by l.position) item)`;
}

/** The services among `lines` as JSON, in order. */
export function servicesOf(
  lines: RawBuilder<unknown>,
  own: SqlPart = followed().services,
): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(row_to_json(service)), '[]') from (
    select l.id, l.service_id, s.service_name, l.description, l.quantity,
      l.unit_price, l.line_total as total_price, l.line_total - l.discount_share as taxable_value,
      ${termColumns('l')}, l.notes, ${own}
    from ${lines} l join services s on s.id = l.service_id order by l.position) service)`;
}

export type Named<Line extends PlannedOrderLine> = Spread<Line> &
  LineTaxes & { description: string };
/** SQL: what the line `l` of an order that reserves has reserved, as `heldBy` says. */
export function reservedQuantity(): SqlPart {
  return sql`greatest(l.quantity - l.closed_quantity
    - greatest(l.delivered_quantity, ${returning.get().returnedQuantity}), 0)`;
}

/** SQL: what of the line `l` was delivered and did not come back, as `heldBy` says. */
export function outQuantity(): SqlPart {
  return sql`greatest(l.delivered_quantity - ${returning.get().returnedQuantity}, 0)`;
}

/** Notes what is delivered and closed of lines. */
export async function writeDelivered(
  trx: Transaction,
  items: readonly Pick<OrderItem, 'id' | 'delivered_quantity' | 'closed_quantity'>[],
): Promise<void> {
  if (items.length === 0) return;
  const records = items.map((item) =>
    picked(item, ['id', 'delivered_quantity', 'closed_quantity']),
  );
  await sql`update order_lines l set delivered_quantity = w.delivered_quantity, closed_quantity = w.closed_quantity
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as w (id integer, delivered_quantity numeric,
      closed_quantity numeric) where l.id = w.id`.execute(trx);
}

export type NamedLine = Named<PlannedOrderLine>;

/** Where the lines of a kind of document are, and the flags that its lines have besides. */
export interface LineTable {
  documents: string;
  table: string;
  key: string;
  flags?: readonly string[];
}

export const orderLineTable: LineTable = {
  documents: 'orders',
  table: 'order_lines',
  key: 'order_id',
};

/** The statement that inserts the lines of a new document (`insertWhole`) and returns a `NewLine` for each. */
export function insertLines(lines: readonly NamedLine[], at = orderLineTable): SqlPart {
  return sql`parts as (insert into ${sql.table(at.table)} (${columnsIn(at)})
    select (select id from ${sql.table(at.documents)}), ${valuesIn(at)}
    from ${recordsOf(lines, at)} returning id, position)`;
}

/** The id of the new line at a position, counted from 1. */
export interface NewLine {
  id: number;
  position: number;
}

/**
 * The statement that replaces the lines of a changed document (`updateWhole`); those with an id are kept, and each new one
 * yields a `NewLine`.
 */
export function saveLines(
  documentId: number,
  lines: readonly NamedLine[],
  at = orderLineTable,
): SqlPart {
  const [table, key] = [sql.table(at.table), sql.ref(at.key)];
  const flags = (at.flags ?? []).map((flag) => sql`${sql.ref(flag)} = w.${sql.ref(flag)}`);
  return sql`requested as (select * from ${recordsOf(lines, at)}),
    removed as (
      delete from ${table} l where l.${key} = ${documentId}
        and not exists (select from requested w where w.id = l.id)
    ),
    changed as (
      update ${table} l set ${sql.join([
        sql`position = w.position, quantity = w.quantity, unit_price = w.unit_price,
          line_total = w.line_total, notes = w.notes`,
        ...flags,
        termChanges,
      ])}
      from requested w where w.id = l.id and l.${key} = ${documentId}
    ),
    parts as (
      insert into ${table} (${columnsIn(at)})
      select ${documentId}::integer, ${valuesIn(at)}
      from requested where id is null order by position returning id, position
    )`;
}

function columnsIn(at: LineTable): SqlPart {
  return sql`${sql.ref(at.key)}, ${valuesIn(at)}`;
}

function valuesIn({ flags = [] }: LineTable): SqlPart {
  return sql.join([
    sql`position, product_id, service_id, description, quantity, unit_price, line_total, notes`,
    ...flags.map((flag) => sql.ref(flag)),
    termColumns(),
  ]);
}

function recordsOf(lines: readonly NamedLine[], { flags = [] }: LineTable): RawBuilder<unknown> {
  const records = lines.map((line, index) => ({ ...line, position: index + 1 }));
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as w (${sql.join([
    sql`id integer, position integer, product_id integer, service_id integer, description text,
      quantity numeric, unit_price numeric, line_total numeric, notes text`,
    ...flags.map((flag) => sql`${sql.ref(flag)} boolean`),
    termTypes,
  ])})`;
}

export interface LockedReferences {
  customer: {
    id: number;
    company_name: string;
    is_active: boolean;
    workspace_id: number | null;
  } | null;
  products: {
    id: number;
    product_name: string;
    sku_code: string;
    is_active: boolean;
    stock_quantity: number;
    reserved_quantity: number;
    reorder_level: number;
    unit_of_measure: string;
    unit_decimals: number;
  }[];
  services: { id: number; service_name: string; is_active: boolean }[];
}

export interface Pointers {
  customerId: number | null;
  /** Who chooses the customer, of those whom they may read; null for the customer of before. */
  chooser: Person | null;
  productIds: readonly number[];
  serviceIds: readonly number[];
  movesStock: boolean;
}

/**
 * Reads and locks the records that an order or a quotation refers to in one statement. Everyone locks in the same sequence (customer,
 * products by id, services by id), which avoids deadlocks between orders.
 */
export async function lockReferences(
  trx: Transaction,
  pointers: Pointers,
): Promise<LockedReferences> {
  const { customerId, chooser, productIds, serviceIds, movesStock } = pointers;
  const isReadable = chooser ? readable(chooser, 'customers') : sql`true`;
  const strength = movesStock ? sql`for no key update` : sql`for share`;
  const result = await sql<LockedReferences>`with
    customer as (select id, company_name, is_active, workspace_id from customers t
      where id = ${customerId} and ${isReadable} for share),
    product as (select id, product_name, sku_code, is_active, stock_quantity, reserved_quantity,
        reorder_level, unit_of_measure,
        (select decimals from units where code = unit_of_measure) as unit_decimals
      from products
      where id = any (${productIds}::integer[]) order by id ${strength}),
    service as (select id, service_name, is_active from services
      where id = any (${serviceIds}::integer[]) order by id for share)
    select (select row_to_json(customer) from customer) as customer,
      (select coalesce(json_agg(product), '[]') from product) as products,
      (select coalesce(json_agg(service), '[]') from service) as services`.execute(trx);
  return result.rows[0] ?? { customer: null, products: [], services: [] };
}
