import { wholeRecords } from '~/kit/server/database/whole-records';
import { sql } from 'kysely';
import { addressLink } from '~/modules/sales/customers/server/customers.service';
import type { Links } from '~/kit/server/audit/history';
import type { Context, Person, Write } from '~/kit/server/database/context';
import { columnsOf, findJson, type SqlPart } from '~/kit/server/database/db';
import { invalid } from '~/kit/server/errors';
import { asLocked, type Entity, type Locked } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Day } from '~/kit/shared/time/days';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { TakenNumber } from '~/modules/organization/company/server/number-series.service';
import {
  documentLines,
  taxedLine,
} from '~/modules/sales/documents/lines/server/line-writing.service';
import {
  linkTo,
  listNewest,
  readable,
  shown,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Transaction } from '~/kit/server/database/transaction';
import {
  type Invoice,
  invoiceFields,
  invoiceLineFields,
  type InvoiceWithLines,
  type Payable,
} from '../invoices.fields';
import { filed } from '~/modules/sales/papers/server/filed.service';
import { paymentSums } from './payment-sums.service';

/** SQL: the invoices `t` with their customers `c` and the sums of their payments `p`. */
const invoicesFrom = () => sql`invoices t join customers c on c.id = t.customer_id
    ${paymentSums.get().join}`;

export const invoices: Entity<typeof invoiceFields> = {
  name: 'invoices',
  type: 'invoice',
  noun: 'Invoice',
  fields: invoiceFields,
  select: (where) => sql`select ${columnsOf(invoiceFields, 't')},
      c.company_name as customer_name, c.phone as customer_phone, c.workspace_id, t.paid_amount as total_paid,
      greatest(t.paid_amount + t.credited_amount - t.total_amount - t.debited_amount, 0) as customer_credit,
      p.paid_on, p.held_amount, p.written_off_amount, p.tds_amount,
      t.tax_mode = 'gst' and ${filed.get().hasIrn('invoice')} as has_irn
    from ${invoicesFrom()}
    where ${where}`,
  label: (invoice) => invoice.invoice_number,
  readableBy: (person) => readable(person, 'invoices'),
};

export function listInvoices(person: Person): ListSource {
  return listNewest(person, 'invoices', invoices);
}

/** SQL: whether an invoice `t` can be paid (`canPay`). */
const isPayable = sql`t.status not in ('paid', 'cancelled') and t.balance_due > 0`;

/** The issued unpaid invoices of a customer, the longest due first; with `drafts` also these. */
export async function listUnpaid(
  { db, person }: Pick<Context, 'db' | 'person'>,
  { customer, drafts }: { customer: number; drafts: boolean },
): Promise<Invoice[]> {
  const isIt = sql`t.customer_id = ${customer} and ${isPayable} and (${drafts} or t.status <> 'draft')
    and ${readable(person, 'invoices')}`;
  const found = await findJson<{ rows: Invoice[] }>(
    db,
    sql`select coalesce(json_agg(row_to_json(i)), '[]') as rows
      from (${invoices.select(isIt)} order by t.due_date, t.id) i`,
  );
  return found?.rows ?? [];
}

/** What customers can pay in the chosen workspace, drafts included. */
export async function listPayable({
  db,
  person,
}: Pick<Context, 'db' | 'person'>): Promise<Payable[]> {
  const found =
    await sql<Payable>`select t.customer_id, count(*)::integer as invoices, sum(t.balance_due) as amount
    from invoices t join customers c on c.id = t.customer_id
    where ${isPayable} and ${shown(person, 'invoices')} group by t.customer_id`.execute(db);
  return found.rows;
}

export const invoiceLines = documentLines({
  documents: 'invoices',
  table: 'invoice_lines',
  key: 'invoice_id',
  columns: [...taxedLine, 'order_line_id'],
  shown: ['description', 'quantity', 'unit_price', 'line_total'],
});

/** An invoice with its lines. */
export const { get: getInvoice } = wholeRecords<InvoiceWithLines>(
  invoices,
  (person) => readable(person, 'invoices'),
  (which) => sql`select i.*, ${invoiceLines.json(
    sql`i.id`,
    sql`${columnsOf(invoiceLineFields, 'l')}, l.line_total - l.discount_share as taxable_value`,
  )} as items
      from (${invoices.select(which)}) i`,
);

/** An invoice with its lines, locked against changes and payments until the transaction ends; 404. */
export async function lockInvoice(
  trx: Transaction,
  id: number,
  person?: Person,
): Promise<Locked<InvoiceWithLines>> {
  const [, invoice] = await Promise.all([lockInvoiceRow(trx, id), getInvoice(trx, id, person)]);
  return asLocked(invoice);
}

/** Those of these invoices that the person may read. */
export async function listReadableIds(
  { db, person }: Pick<Context, 'db' | 'person'>,
  ids: readonly number[],
): Promise<number[]> {
  const found = await sql<{ id: number }>`select t.id from invoices t
    where t.id = any(${ids}) and ${readable(person, 'invoices')}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Like `lockInvoice`, without the lines; null where there is none. */
export async function findLockedInvoice(
  trx: Transaction,
  id: number | SqlPart,
  person?: Person,
): Promise<Locked<Invoice> | null> {
  const isReadable = person ? readable(person, 'invoices') : sql`true`;
  const [, invoice] = await Promise.all([
    lockInvoiceRow(trx, id),
    findJson<Invoice>(trx, invoices.select(sql`t.id = ${id} and ${isReadable}`)),
  ]);
  return invoice && asLocked(invoice);
}

async function lockInvoiceRow(trx: Transaction, id: number | SqlPart): Promise<void> {
  await sql`select id from invoices where id = ${id} for update`.execute(trx);
}

export async function setReserved(
  trx: Transaction,
  id: number,
  { year, sequence, number }: TakenNumber,
): Promise<void> {
  await sql`update invoices set number_year = ${year}, number_sequence = ${sequence}, reserved_number = ${number}
    where id = ${id}`.execute(trx);
}

/** Clears a draft's place in the number series and returns it; null when it has none. */
export async function unplaceNumber(
  trx: Transaction,
  id: number,
): Promise<{ year: string; sequence: number } | null> {
  const result = await sql<{ year: string; sequence: number }>`
    with old as (
      select number_year as year, number_sequence as sequence from invoices
      where id = ${id} and number_sequence is not null
    ), gone as (
      update invoices set number_year = null, number_sequence = null, reserved_number = null
      where id = ${id}
    ) select year, sequence from old`.execute(trx);
  return result.rows[0] ?? null;
}

type Charged = Pick<Customer, 'payment_terms'>;

/**
 * The customer whom a person chooses for an invoice, locked against deletion until the transaction ends; 400 where there
 * is none, or none that the person may read.
 */
export async function getCharged({ trx, context }: Write, id: number): Promise<Charged> {
  const result = await sql<Charged>`select payment_terms from customers t
    where id = ${id} and ${readable(context.person, 'customers')} for key share`.execute(trx);
  const [customer] = result.rows;
  if (!customer) throw invalid('customer_id', 'Customer not found');
  return customer;
}

export async function lockFallenDue(
  trx: Transaction,
  today: Day,
  limit: number,
): Promise<number[]> {
  const result = await sql<{ id: number }>`select id from invoices
    where status in ('pending', 'sent') and due_date < ${today} and balance_due > 0
    order by id limit ${limit} for update skip locked`.execute(trx);
  return result.rows.map((row) => row.id);
}

export const invoiceLinks: Links = {
  customer_id: linkTo('customers', sql`customers t`, sql`t.company_name`),
  order_id: linkTo(
    'orders',
    sql`orders t join customers c on c.id = t.customer_id`,
    sql`t.order_number`,
  ),
  delivery_id: {
    ...linkTo(
      'deliveries',
      sql`deliveries t join customers c on c.id = t.customer_id`,
      sql`t.delivery_number`,
    ),
    isUnnamed: true,
  },
  billing_address_id: addressLink,
  shipping_address_id: addressLink,
};
