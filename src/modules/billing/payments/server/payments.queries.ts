import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import { notFound } from '~/kit/server/errors';
import { columnsOf, type Db, type SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Day } from '~/kit/shared/time/days';
import {
  linkTo,
  listNewest,
  listNewestOf,
  readable,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type Payment, paymentFields } from '../payments.fields';
import type { ReceivedPayment } from '../received-payments.fields';
import { type Claimed, heldStatuses } from '../payments.rules';
import { ofReceipts } from './of-receipts.service';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';

/** SQL: the payments `t` with their invoices `i` and customers `c`. */
export const paymentsFrom = sql`payments t join invoices i on i.id = t.invoice_id
    join customers c on c.id = i.customer_id`;

export const payments: Entity<typeof paymentFields> = {
  name: 'payments',
  type: 'payment',
  noun: 'Payment',
  fields: paymentFields,
  select: (where) => sql`select ${columnsOf(paymentFields, 't')},
      i.invoice_number, c.company_name as customer_name, c.workspace_id,
      ${ofReceipts.get().receiptNumber} as receipt_number
    from ${paymentsFrom}
    where ${where}`,
  label: labelOf,
  feedName: (payment) =>
    `${labelOf(payment)} for ${payment.invoice_number}, ${payment.customer_name}`,
  readableBy: (person) => readable(person, 'payments'),
};

const titles: Partial<Record<Payment['kind'], string>> = {
  write_off: 'Write-off',
  set_off: 'Set-off',
  refund: 'Refund',
};

function labelOf({ id, kind }: Payment): string {
  return `${titles[kind] ?? 'Payment'} #${id}`;
}

export function listPayments(person: Person): ListSource {
  return listNewest(person, 'payments', payments);
}

/** The payments of one invoice, as far as the person reads them, regardless of the chosen workspace. */
export function listPaymentsOf(person: Person, invoiceId: number): ListSource {
  return listNewestOf(person, 'payments', {
    ...payments,
    of: sql`t.invoice_id = ${sql.lit(invoiceId)}`,
  });
}

/** An SQL expression for the invoice of a payment. */
export function invoiceOf(paymentId: number): SqlPart {
  return sql`(select invoice_id from payments where id = ${paymentId})`;
}

/** The same for an invoice that the request does not name: it is found even without the right to read it. */
export function invoiceById(id: number): SqlPart {
  return sql`${id}::integer`;
}

/** Locks the invoices of both halves of a set-off, by id as a receipt does; of any other payment its own. */
export async function lockInvoicesOf(trx: Transaction, id: number): Promise<void> {
  await sql`select i.id from invoices i where i.id in (
      select o.invoice_id from payments p join payments o on o.id in (p.id, p.set_off_id) or o.set_off_id = p.id
      where p.id = ${id}) order by i.id for update`.execute(trx);
}

/** The other half of a set-off. */
export async function getOtherHalf(trx: Transaction, id: number): Promise<number> {
  const found = await sql<{ id: number }>`select o.id from payments p
    join payments o on o.id = p.set_off_id or o.set_off_id = p.id where p.id = ${id}`.execute(trx);
  const [half] = found.rows;
  if (!half) throw notFound(payments.noun);
  return half.id;
}

/** The sums of an invoice's payments, except one of them. */
export async function sumClaims(
  trx: Transaction,
  { invoiceId, except }: { invoiceId: number | SqlPart; except: number | null },
): Promise<Claimed> {
  const held = sql.join(heldStatuses.map((status) => sql.lit(status)));
  const result = await sql<Claimed>`select
      coalesce(sum(amount) filter (where status = 'completed'), 0) as completed,
      coalesce(sum(amount) filter (where status in (${held})), 0) as held
    from payments where invoice_id = ${invoiceId} and id is distinct from ${except}::integer`.execute(
    trx,
  );
  return result.rows[0] ?? { completed: 0, held: 0 };
}

/** The sum of an invoice's completed payments of some kinds, in rupees. */
export async function sumOfKinds(
  trx: Transaction,
  invoiceId: number,
  kinds: readonly Payment['kind'][],
): Promise<number> {
  const found = await sql<{
    amount: number;
  }>`select coalesce(sum(amount), 0) as amount from payments
    where invoice_id = ${invoiceId} and kind = any (${kinds}) and status = 'completed'`.execute(
    trx,
  );
  return found.rows[0]?.amount ?? 0;
}

export type NewPart = Pick<
  Payment,
  | 'invoice_id'
  | 'amount'
  | 'kind'
  | 'payment_method'
  | 'payment_date'
  | 'reference_number'
  | 'receipt_id'
  | 'advance_id'
  | 'created_by'
  | 'created_by_name'
>;

/** Inserts the payments of a receipt, which alone is in the feed. */
export async function insertParts(
  trx: Transaction,
  parts: readonly NewPart[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const rows = parts.map((part) => ({ ...part, created_at: at, updated_at: at }));
  await sql`insert into payments (invoice_id, amount, kind, payment_method, payment_date, reference_number,
      receipt_id, advance_id, created_by, created_by_name, created_at, updated_at)
    select invoice_id, amount, kind, payment_method, payment_date, reference_number,
      receipt_id, advance_id, created_by, created_by_name, created_at, updated_at
    from jsonb_populate_recordset(null::payments, ${JSON.stringify(rows)}::jsonb)`.execute(trx);
}

/** The invoices that completed payments of a receipt have paid, by id. */
export async function listPaidBy(trx: Transaction, receiptId: number): Promise<number[]> {
  const found = await sql<{ invoice_id: number }>`select distinct invoice_id from payments
    where receipt_id = ${receiptId} and status = 'completed' order by invoice_id`.execute(trx);
  return found.rows.map((row) => row.invoice_id);
}

export async function failParts(trx: Transaction, receiptId: number, now: Date): Promise<void> {
  await sql`update payments set status = 'failed',
      updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
    where receipt_id = ${receiptId} and status = 'completed'`.execute(trx);
}

/** The completed payments of a time by day, but set-offs: those from an advance came with that. */
export async function listReceived(
  db: Db,
  { from, to, after, limit }: { from: Day; to: Day; after: ReceivedPayment | null; limit: number },
): Promise<ReceivedPayment[]> {
  const isAfter = after
    ? sql`(t.payment_date, t.id) > (${after.payment_date}::date, ${after.id}::integer)`
    : sql`true`;
  const found = await sql<ReceivedPayment>`
    select t.id, t.invoice_id, i.invoice_number, t.kind, t.amount, t.payment_method, t.payment_date, t.reference_number
    from payments t join invoices i on i.id = t.invoice_id
    where t.status = 'completed' and t.advance_id is null and t.kind <> 'set_off'
      and t.payment_date between ${from} and ${to} and ${isAfter}
    order by t.payment_date, t.id limit ${limit}`.execute(db);
  return found.rows;
}

export const paymentLinks: Links = {
  invoice_id: linkTo(
    'invoices',
    sql`invoices t join customers c on c.id = t.customer_id`,
    sql`t.invoice_number`,
  ),
};

type Unpaid = Pick<Invoice, 'id' | 'customer_id' | 'invoice_date' | 'balance_due'>;

/** Unpaid invoices of this program. */
export async function listUnpaid(trx: Transaction): Promise<Unpaid[]> {
  const result = await sql<Unpaid>`select id, customer_id, invoice_date, balance_due from invoices
    where status in ('pending', 'sent', 'partially_paid', 'overdue') and balance_due > 0
      and not is_opening order by id`.execute(trx);
  return result.rows;
}

/** The newest unpaid invoice of the program before. */
export async function findDoubtful(trx: Transaction): Promise<number | null> {
  const result = await sql<{ id: number }>`select id from invoices
    where is_opening and balance_due > 0 order by invoice_date desc limit 1`.execute(trx);
  return result.rows[0]?.id ?? null;
}
