import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import { columnsOf, type Db, findJson, instantText } from '~/kit/server/database/db';
import { documentLines } from '~/kit/server/database/document-lines';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { wholeRecords } from '~/kit/server/database/whole-records';
import type { ListSource } from '~/kit/server/lists/list-source';
import { firstLocation } from '~/modules/catalogue/products/locations/locations.fields';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import type { StockPart } from '~/modules/catalogue/products/stock/positions.rules';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { transferFilters } from '../transfers.filters';
import {
  transferFields,
  type TransferItem,
  transferItemFields,
  type TransferWithItems,
} from '../transfers.fields';
import type { PrintedTransfer } from '../transfers.print';

const transferTables = sql`transfers t join locations a on a.id = t.from_id join locations b on b.id = t.to_id`;

export const transfers: Entity<typeof transferFields> = {
  name: 'transfers',
  type: 'transfer',
  noun: 'Transfer',
  fields: transferFields,
  select: (
    where,
  ) => sql`select ${columnsOf(transferFields, 't')}, a.name as from_name, b.name as to_name
    from ${transferTables} where ${where}`,
  label: ({ transfer_number }) => transfer_number,
  feedName: ({ transfer_number, from_name, to_name }) =>
    `${transfer_number} from ${from_name} to ${to_name}`,
};

export function listTransfers(): ListSource {
  return {
    select: sql`${transfers.select(sql`true`)} order by t.id desc`,
    entity: 'transfers',
    newestBy: 'id',
  };
}

/** The same by windows. */
export const transferWindows = windowsOf(() => ({
  name: 'transfers',
  entity: transfers,
  source: listTransfers(),
  from: transferTables,
  newest: sql`t.id desc`,
  filters: transferFilters,
  columns: { from_name: sql`a.name`, to_name: sql`b.name` },
  ranked: ['status'],
}));

export const transferLines = documentLines({
  documents: 'transfers',
  table: 'transfer_lines',
  key: 'transfer_id',
  columns: ['product_id', 'description', 'quantity', 'unit', 'lots'],
  shown: ['description', 'quantity', 'unit'],
});

/** A transfer with its lines. */
export const {
  get: getTransfer,
  lock: lockTransfer,
  open: openTransfer,
} = wholeRecords<TransferWithItems>(
  transfers,
  () => sql`true`,
  (which) => sql`select d.*, ${transferLines.json(
    sql`d.id`,
    sql`${columnsOf(transferItemFields, 'l')}, p.product_name, p.sku_code, l.lots`,
    sql`join products p on p.id = l.product_id`,
  )} as items
      from (${transfers.select(which)}) d`,
);

/** A line to store. */
export type NewItem = Omit<TransferItem, 'id' | 'product_name' | 'sku_code'>;

/** The products with what lines say of them; they are not deleted before the transaction ends. */
export async function holdProducts(
  trx: Transaction,
  ids: readonly number[],
): Promise<Pick<Product, 'id' | 'product_name' | 'unit_of_measure' | 'is_active'>[]> {
  const found = await sql<
    Pick<Product, 'id' | 'product_name' | 'unit_of_measure' | 'is_active'>
  >`select id, product_name, unit_of_measure, is_active from products
    where id = any (${ids}::integer[]) order by id for key share`.execute(trx);
  return found.rows;
}

/** Writes which lots of each line moved, and what its goods were worth. */
export async function writeMoved(
  trx: Transaction,
  lines: readonly (Pick<TransferItem, 'id' | 'lots'> & { value: number })[],
): Promise<void> {
  await sql`update transfer_lines l set lots = nullif(w.lots, 'null'), value = w.value
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w (id integer, lots jsonb, value numeric)
    where l.id = w.id`.execute(trx);
}

/** What a transfer moved, by product, goods that left first. */
export async function listMoved(
  trx: Transaction,
  id: number,
): Promise<(StockPart & { product_id: number })[]> {
  const found = await sql<StockPart & { product_id: number }>`select product_id,
      coalesce(location_id, ${sql.lit(firstLocation)}) as location, lot_id as lot, quantity,
      ${instantText(sql`created_at`)} as at, movement_type as type
    from stock_movements where source_type = 'transfer' and source_id = ${id} order by product_id, quantity, id`.execute(
    trx,
  );
  return found.rows;
}

interface Holder {
  /** With whom goods are at the location where they go. */
  vendor_id: number | null;
}

/** A transfer with what is printed of it besides its record. */
export async function findPrinted(
  db: Db,
  id: number,
): Promise<(Pick<PrintedTransfer, 'transfer' | 'lines' | 'isJobWork'> & Holder) | null> {
  return findJson(
    db,
    sql`select row_to_json(d) as transfer,
        d.challan_number is not null
          or (d.status = 'draft' and (select kind from locations where id = d.to_id) = 'job_worker') as "isJobWork",
        (select vendor_id from locations where id = d.to_id) as vendor_id,
        ${transferLines.json(
          sql`d.id`,
          sql`${columnsOf(transferItemFields, 'l')}, p.product_name, p.sku_code, p.hsn_code, l.lots, l.value`,
          sql`join products p on p.id = l.product_id`,
        )} as lines
      from (${transfers.select(sql`t.id = ${id}`)}) d`,
  );
}

export const transferLinks: Links = {
  from_id: { from: sql`locations t`, name: sql`t.name` },
  to_id: { from: sql`locations t`, name: sql`t.name` },
};

interface SampleGoods {
  stores: { id: number; name: string }[];
  hold: number | null;
  products: { id: number; quantity: number }[];
}

/** Where sample transfers can start and end, and untracked sample products that lie in the first location. */
export async function findSampleGoods(trx: Transaction, count: number): Promise<SampleGoods> {
  const found = await findJson<SampleGoods>(
    trx,
    sql`select (select json_agg(json_build_object('id', id, 'name', name) order by id)
          from locations where kind = 'store' and is_active) as stores,
        (select min(id) from locations where kind = 'hold' and is_active) as hold,
        (select coalesce(json_agg(p), '[]') from (
          select p.id, floor(p.stock_quantity / 10) as quantity from products p
          where p.tracking = 'none' and p.is_active and p.held_quantity = 0 and p.stock_quantity - p.reserved_quantity >= 50
            and not exists (select from stock_levels l where l.product_id = p.id)
          order by p.id limit ${count}) p) as products`,
  );
  return found ?? { stores: [], hold: null, products: [] };
}
