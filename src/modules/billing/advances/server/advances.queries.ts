import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { Context, Person, Write } from '~/kit/server/database/context';
import {
  columnsOf,
  type Db,
  findJson,
  instantText,
  oneRow,
  type SqlPart,
} from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { advanceFilters } from '../advances.filters';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Treatment } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import type { SupplyType } from '~/modules/catalogue/tax/supply.rules';
import { sumUninvoiced } from '~/modules/billing/invoices/server/order-shares.service';
import { ofReceipts } from '~/modules/billing/payments/server/of-receipts.service';
import {
  linkTo,
  listed,
  readable,
  windowsFor,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { advanceFields, type WholeAdvance } from '../advances.fields';
import type { Day } from '~/kit/shared/time/days';
import type { ReportedAdvance, ReportedVoucher } from '../reported-advances.fields';

const advanceTables = sql`advances t join customers c on c.id = t.customer_id`;
const orderNumber = sql`(select o.order_number from orders o where o.id = t.order_id)`;

export const advances: Entity<typeof advanceFields> = {
  name: 'advances',
  type: 'advance',
  noun: 'Advance',
  fields: advanceFields,
  select: (where) => sql`select ${columnsOf(advanceFields, 't')},
      c.company_name as customer_name, c.workspace_id,
      ${orderNumber} as order_number,
      ${ofReceipts.get().receiptNumber} as receipt_number
    from ${advanceTables}
    where ${where}`,
  label: ({ voucher_number }) => voucher_number,
  feedName: ({ voucher_number, customer_name }) => `${voucher_number} of ${customer_name}`,
  readableBy: (person) => readable(person, 'payments'),
};

export function listAdvances(person: Person): ListSource {
  const { where, reads } = listed(person, 'payments');
  return {
    select: sql`${advances.select(where)}
      order by t.created_at desc, t.id desc`,
    entity: 'advances',
    reads,
  };
}

/** The same by windows. */
export const advanceWindows = windowsOf((person) => ({
  ...windowsFor(person, 'payments'),
  name: 'advances',
  entity: advances,
  source: listAdvances(person),
  from: advanceTables,
  filters: advanceFilters,
  columns: {
    customer_name: sql`c.company_name`,
    order_number: orderNumber,
    receipt_number: ofReceipts.get().receiptNumber,
  },
  ranked: ['status'],
}));

/** An advance with what it is for and what became of it; 404, with `person` also for one that they may not read. */
export async function getAdvance(db: Db, id: number, person?: Person): Promise<WholeAdvance> {
  const isIt = sql`t.id = ${id} and ${person ? readable(person, 'payments') : sql`true`}`;
  const found = await findJson<WholeAdvance>(
    db,
    sql`select a.*, v.voucher -> 'parts' as parts,
        coalesce((select json_agg(row_to_json(p)) from (
          select p.id as payment_id, p.invoice_id, i.invoice_number, p.payment_date, p.amount
          from payments p join invoices i on i.id = p.invoice_id
          where p.advance_id = a.id and p.status <> 'failed' order by p.id) p), '[]') as adjustments,
        ${refundsWhere(sql`r.advance_id = a.id`)} as refunds
      from (${advances.select(isIt)}) a join advances v on v.id = a.id`,
  );
  if (!found) throw notFound(advances.noun);
  return found;
}

/** SQL: refunds `r` as JSON, oldest first. */
export function refundsWhere(where: SqlPart): SqlPart {
  return sql`coalesce((select json_agg(row_to_json(r)) from (
    select r.id, r.voucher_number, r.refund_date, r.amount, r.payment_method, r.reference_number, r.notes,
      r.created_by_name, ${instantText(sql.ref('r.created_at'))} as created_at
    from advance_refunds r where ${where} order by r.id) r), '[]')`;
}

/** What an advance depends on of an order, locked until the transaction ends. */
export interface AdvancedOrder {
  id: number;
  order_number: string;
  customer_id: number;
  status: string;
  total_amount: number;
  tax_mode: 'single' | 'gst';
  supply_type: SupplyType | null;
  place_of_supply: string | null;
  place_chosen: boolean;
  reverse_charge: boolean | null;
  billing_address_id: number | null;
  shipping_address_id: number | null;
  /** In rupees: what invoices still will charge, and what is left of its advances. */
  uninvoiced: number;
  advanced: number;
  lines: {
    isService: boolean;
    hsn_code: string | null;
    tax_treatment: Treatment | null;
    tax_rate: number | null;
    line_total: number;
    cgst_amount: number;
    sgst_amount: number;
    igst_amount: number;
  }[];
}

/** Null where the order does not exist or the person may not read it. */
export async function lockAdvancedOrder(
  { trx, context: { person } }: Write,
  id: number,
): Promise<AdvancedOrder | null> {
  await sql`select id from orders where id = ${id} for update`.execute(trx);
  const [uninvoiced, order] = await Promise.all([
    sumUninvoiced(trx, sql`t.id = ${id}`),
    findJson<Omit<AdvancedOrder, 'uninvoiced'>>(
      trx,
      sql`select t.id, t.order_number, t.customer_id, t.status, t.total_amount, t.tax_mode, t.supply_type,
          t.place_of_supply, t.place_chosen, t.reverse_charge, t.billing_address_id, t.shipping_address_id,
          (select coalesce(sum(a.balance), 0) from advances a where a.order_id = t.id) as advanced,
          (select coalesce(json_agg(row_to_json(l)), '[]') from (
            select l.service_id is not null as "isService", l.hsn_code, l.tax_treatment, l.tax_rate, l.line_total - l.discount_share as line_total,
              l.cgst_amount, l.sgst_amount, l.igst_amount
            from order_lines l where l.order_id = t.id order by l.position, l.id) l) as lines
        from orders t join customers c on c.id = t.customer_id
        where t.id = ${id} and ${readable(person, 'orders')}`,
    ),
  ]);
  return order && { ...order, uninvoiced };
}

/** The workspace of a customer whom a person chooses, kept from deletion; undefined where there is none to read. */
export async function findPayer(
  { trx, context }: Write,
  id: number,
): Promise<{ workspace_id: number | null } | undefined> {
  const found = await sql<{ workspace_id: number | null }>`select t.workspace_id from customers t
    where t.id = ${id} and ${readable(context.person, 'customers')} for key share`.execute(trx);
  return found.rows[0];
}

/** The advances of an order that have something left, oldest first, locked until the transaction ends. */
export async function lockOpenAdvances(
  trx: Transaction,
  { order, customer }: { order: number; customer: number },
): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from advances
    where order_id = ${order} and customer_id = ${customer} and balance > 0
    order by id for update`.execute(trx);
  return found.rows.map(({ id }) => id);
}

/** What payments have taken of an advance, held ones too, in rupees. */
export async function sumAdjusted(trx: Transaction, advance: number): Promise<number> {
  const found = await sql<{ amount: number }>`select coalesce(sum(amount), 0) as amount
    from payments where advance_id = ${advance} and status <> 'failed'`.execute(trx);
  return found.rows[0]?.amount ?? 0;
}

/** The advance that holds the rest of a receipt; null where none does. */
export async function findRemainingOf(trx: Transaction, receiptId: number): Promise<number | null> {
  const found = await sql<{ id: number }>`select id from advances
    where receipt_id = ${receiptId}`.execute(trx);
  return found.rows[0]?.id ?? null;
}

/** The invoices that payments took an advance for elsewhere than by its receipt. */
export async function listTakenByOthers(
  trx: Transaction,
  advance: number,
): Promise<{ id: number; label: string }[]> {
  const found = await sql<{ id: number; label: string }>`
    select distinct i.id, i.invoice_number as label from payments p join invoices i on i.id = p.invoice_id
    where p.advance_id = ${advance} and p.status <> 'failed' order by i.id`.execute(trx);
  return found.rows;
}

/** The rest of a customer's advances that a person reads, and the refunds of cancelled ones, in rupees. */
export async function sumRemaining(
  { db, person }: Pick<Context, 'db' | 'person'>,
  customer: number,
): Promise<{ remaining: number; owed: number }> {
  const sums = sql<{
    remaining: number;
    owed: number;
  }>`select coalesce(sum(t.balance), 0) as remaining,
      coalesce(sum(t.refunded_amount) filter (where t.status = 'cancelled'), 0) as owed
    from advances t join customers c on c.id = t.customer_id
    where t.customer_id = ${customer} and ${readable(person, 'payments')}`;
  return oneRow(db, sums);
}

export async function insertRefund(
  trx: Transaction,
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const given = Object.entries(values);
  const refund = sql<{
    id: number;
  }>`insert into advance_refunds (${sql.join(given.map(([name]) => sql.ref(name)))})
    values (${sql.join(given.map(([, value]) => value))}) returning id`;
  return (await oneRow(trx, refund)).id;
}

export const advanceLinks: Links = {
  customer_id: linkTo('customers', sql`customers t`, sql`t.company_name`),
  order_id: linkTo(
    'orders',
    sql`orders t join customers c on c.id = t.customer_id`,
    sql`t.order_number`,
  ),
};

export interface SampleOrder {
  id: number;
  order_date: Day;
  total_amount: number;
}

export interface SampleSources {
  /** Orders that have left or are delivered, of which sample invoices are made; the oldest first. */
  shipped: SampleOrder[];
  /** Orders that are being worked at, the newest first. */
  open: SampleOrder[];
  /** Registered customers, the oldest first. */
  customers: number[];
}

export async function listSampleSources(trx: Transaction): Promise<SampleSources> {
  const order = sql`select id, order_date, total_amount from orders`;
  const found = await sql<SampleSources>`select
    (select coalesce(json_agg(row_to_json(o)), '[]') from (${order}
      where status in ('shipped', 'delivered') and total_amount >= 1000 order by order_date, id) o) as shipped,
    (select coalesce(json_agg(row_to_json(o)), '[]') from (${order}
      where status in ('confirmed', 'processing') and total_amount >= 1000 order by order_date desc, id desc) o) as open,
    array(select id from customers where gst_category = 'regular' and is_active order by id) as customers`.execute(
    trx,
  );
  return found.rows[0] ?? { shipped: [], open: [], customers: [] };
}

interface Days {
  from: Day;
  to: Day;
}

export async function selectAdvances(db: Db, { from, to }: Days): Promise<ReportedAdvance[]> {
  const found = await sql<ReportedAdvance>`with events as (
      select advance_id, payment_date as date, amount, created_at, id from payments
      where advance_id is not null and status <> 'failed'
      union all
      select advance_id, refund_date, amount, created_at, id from advance_refunds where advance_id is not null
    ), concerned as (
      select id from advances where advance_date between ${from} and ${to}
      union select advance_id from events where date between ${from} and ${to}
    )
    select a.id, a.advance_date as date, a.status, a.amount, a.voucher,
      coalesce((select json_agg(json_build_object('date', e.date, 'amount', e.amount)
        order by e.created_at, e.id) from events e where e.advance_id = a.id), '[]') as events
    from concerned join advances a on a.id = concerned.id
    order by a.advance_date, a.number_sequence, a.id`.execute(db);
  return found.rows;
}

export async function selectVouchers(db: Db, { from, to }: Days): Promise<ReportedVoucher[]> {
  const found = await sql<ReportedVoucher>`select * from (
      select id as advance_id, null::integer as refund_id, voucher, status, number_sequence
      from advances where advance_date between ${from} and ${to}
      union all
      select advance_id, id, voucher, 'issued', number_sequence
      from advance_refunds where advance_id is not null and refund_date between ${from} and ${to}
    ) v order by voucher ->> 'kind', voucher ->> 'date', number_sequence`.execute(db);
  return found.rows;
}
