import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import { documentLines } from '~/kit/server/database/document-lines';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { wholeRecords } from '~/kit/server/database/whole-records';
import type { ListSource } from '~/kit/server/lists/list-source';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import {
  linkTo,
  listNewest,
  readable,
  kindWindows,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { termNames } from '~/modules/sales/documents/taxes/server/taxation.service';
import { billFilters } from '../bills.filters';
import {
  type Bill,
  type BillCharge,
  billChargeFields,
  billFields,
  billLineFields,
  type WholeBill,
} from '../bills.fields';

/** SQL: bills `t` with their vendors `v` and purchase orders `o`. */
const billTables = sql`bills t join vendors v on v.id = t.vendor_id
    left join purchase_orders o on o.id = t.purchase_order_id`;

export const bills: Entity<typeof billFields> = {
  name: 'bills',
  type: 'bill',
  noun: 'Bill',
  fields: billFields,
  select: (
    where,
  ) => sql`select ${columnsOf(billFields, 't')}, v.company_name as vendor_name, o.purchase_number
    from ${billTables} where ${where}`,
  label: ({ voucher_number }) => voucher_number,
  feedName: ({ voucher_number, vendor_name }) => `${voucher_number} of ${vendor_name}`,
  readableBy: (person) => readable(person, 'bills'),
};

/** The bills and credits of the company, newest first. */
export function listBills(person: Person): ListSource {
  return listNewest(person, 'bills', bills);
}

/** The same by windows. */
export const billWindows = windowsOf((person) => ({
  ...kindWindows(person, 'bills', bills),
  from: billTables,
  filters: billFilters,
  columns: { vendor_name: sql`v.company_name`, purchase_number: sql`o.purchase_number` },
  ranked: ['kind', 'status'],
}));

export const billLines = documentLines({
  documents: 'bills',
  table: 'bill_lines',
  key: 'bill_id',
  columns: [
    'purchase_line_id',
    'product_id',
    'of_line_id',
    'credit_reason',
    'description',
    'quantity',
    'unit_price',
    'line_total',
    ...termNames,
    'itc',
  ],
  shown: ['description', 'quantity', 'unit_price', 'line_total'],
});

const charges = documentLines({
  documents: 'bills',
  table: 'bill_charges',
  key: 'bill_id',
  label: 'Charges',
  columns: ['description', 'amount'],
  shown: ['description', 'amount'],
});

/** As histories read them; `writeCharges` writes them. */
export const billCharges = { ...charges, field: 'charges' };

/** A bill with its lines and charges. */
export const {
  get: getBill,
  lock: lockBill,
  open: openBill,
} = wholeRecords<WholeBill>(
  bills,
  (person) => readable(person, 'bills'),
  (which) => sql`select d.*, ${billLines.json(
    sql`d.id`,
    sql`${columnsOf(billLineFields, 'l')}, p.product_name, p.sku_code, l.line_total - l.discount_share as taxable_value,
      l.cgst_amount as cgst, l.sgst_amount as sgst, l.igst_amount as igst`,
    sql`left join products p on p.id = l.product_id`,
  )} as items, ${charges.json(
    sql`d.id`,
    sql`${columnsOf(billChargeFields, 'l')}, l.goods_receipt_ids`,
  )} as charges,
      (select differences from bills where id = d.id) as differences
    from (${bills.select(which)}) d`,
);

/** What a line is stored with besides its position. */
export type NewBillLine = Omit<
  WholeBill['items'][number],
  'id' | 'product_name' | 'sku_code' | 'taxable_value' | 'cgst' | 'sgst' | 'igst'
> & { id: number | null };

export type NewCharge = Omit<BillCharge, 'id'>;

/** Stores the charges of a bill in place of those of before. */
export async function writeCharges(
  trx: Transaction,
  billId: number,
  lines: readonly NewCharge[],
): Promise<void> {
  const names = sql.raw(
    `position, description, amount, tax_class_id, tax_treatment, tax_rate, cgst_amount, sgst_amount, igst_amount, itc`,
  );
  const json = JSON.stringify(lines.map((line, index) => ({ ...line, position: index + 1 })));
  await sql`delete from bill_charges where bill_id = ${billId}`.execute(trx);
  await sql`insert into bill_charges (bill_id, ${names}, goods_receipt_ids)
    select ${billId}, ${names}, array(select jsonb_array_elements_text(w.goods_receipt_ids)::integer)
    from jsonb_to_recordset(${json}::jsonb) as w (position integer, description text, amount numeric,
      tax_class_id integer, tax_treatment text, tax_rate numeric, cgst_amount numeric, sgst_amount numeric,
      igst_amount numeric, itc text, goods_receipt_ids jsonb) order by position`.execute(trx);
}

/** The bill of a vendor with this key in this year that is not cancelled; null where there is none. */
export async function findByNumber(
  trx: Transaction,
  { vendor_id, bill_year, bill_key, kind, except }: NumberKey,
): Promise<Pick<Bill, 'id' | 'voucher_number' | 'bill_number'> | null> {
  const found = await sql<Pick<Bill, 'id' | 'voucher_number' | 'bill_number'>>`
    select id, voucher_number, bill_number from bills
    where vendor_id = ${vendor_id} and bill_year = ${bill_year} and bill_key = ${bill_key} and kind = ${kind}
      and status <> 'cancelled' and id is distinct from ${except}::integer limit 1`.execute(trx);
  return found.rows[0] ?? null;
}

/** The bills of two vendors that have one number in one year. */
export async function findShared(
  trx: Transaction,
  { from, to }: { from: number; to: number },
): Promise<Pick<Bill, 'id' | 'voucher_number' | 'bill_number'>[]> {
  const found = await sql<Pick<Bill, 'id' | 'voucher_number' | 'bill_number'>>`
    select t.id, t.voucher_number, t.bill_number from bills t join bills o
      on o.bill_year = t.bill_year and o.bill_key = t.bill_key and o.kind = t.kind
    where t.status <> 'cancelled' and o.status <> 'cancelled'
      and (t.vendor_id, o.vendor_id) in ((${from}, ${to}), (${to}, ${from})) order by t.id limit 20`.execute(
    trx,
  );
  return found.rows;
}

export interface NumberKey {
  vendor_id: number;
  bill_year: string;
  bill_key: string;
  kind: Bill['kind'];
  /** The bill that has it itself. */
  except: number | null;
}

/** One bill of a vendor at a time takes its number and its TDS, until the transaction ends. */
export async function lockVendorBills(trx: Transaction, vendorId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bills.vendor ' || ${vendorId}::text, 0))`.execute(
    trx,
  );
}

/** The ordered lines that a stored bill names. */
export async function listPurchaseLines(db: Db, billId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select distinct purchase_line_id as id from bill_lines
    where bill_id = ${billId} and purchase_line_id is not null order by 1`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** The credits of a bill that are not cancelled. */
export async function listCredits(
  trx: Transaction,
  billId: number,
): Promise<Pick<Bill, 'id' | 'voucher_number'>[]> {
  const found = await sql<Pick<Bill, 'id' | 'voucher_number'>>`select id, voucher_number from bills
    where corrects_id = ${billId} and status <> 'cancelled' order by id`.execute(trx);
  return found.rows;
}

export interface CreditedLine {
  id: number;
  /** Before tax, in rupees. */
  amount: number;
  /** Of returned goods. */
  quantity: number;
  tax: number;
}

/** What credits took off each line of a bill. */
export async function listCredited(trx: Transaction, billId: number): Promise<CreditedLine[]> {
  const found = await sql<CreditedLine>`select l.of_line_id as id, sum(l.line_total) as amount,
      coalesce(sum(l.quantity) filter (where l.credit_reason = 'returned'), 0) as quantity,
      sum(l.cgst_amount + l.sgst_amount + l.igst_amount) as tax
    from bill_lines l join bills c on c.id = l.bill_id
    where c.corrects_id = ${billId} and c.status <> 'cancelled' group by 1`.execute(trx);
  return found.rows;
}

/** The booked unpaid bills of a vendor and its open credits, the longest due first. */
export async function listOpenBills(db: Db, vendorId: number): Promise<Bill[]> {
  const found = await findJson<{ bills: Bill[] }>(
    db,
    sql`select coalesce(json_agg(row_to_json(b) order by b.due_date, b.bill_date, b.id), '[]') as bills
      from (${bills.select(sql`t.vendor_id = ${vendorId} and t.status not in ('draft', 'cancelled') and t.balance_due <> 0`)}) b`,
  );
  return found?.bills ?? [];
}

/** Locks up to so many booked bills that are past their due date and do not say so. */
export async function lockFallenDue(
  trx: Transaction,
  today: string,
  most: number,
): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from bills
    where status = 'open' and kind = 'bill' and due_date < ${today}::date
    order by due_date, id limit ${most} for update`.execute(trx);
  return found.rows.map(({ id }) => id);
}

export const billLinks: Links = {
  vendor_id: linkTo('vendors', sql`vendors t`, sql`t.company_name`),
  purchase_order_id: linkTo('purchase_orders', sql`purchase_orders t`, sql`t.purchase_number`),
  corrects_id: linkTo('bills', sql`bills t`, sql`t.voucher_number`),
};
