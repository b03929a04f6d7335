import { sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { EInvoiceRecord, Filings } from '../filings.fields';
import type { SignedAnswer } from '../signed-answers.rules';
import type { Transport } from '../transport.fields';

export async function findEInvoice(db: Db, invoice: number): Promise<EInvoiceRecord | null> {
  const found = await sql<EInvoiceRecord>`select irn, ack_no, signed_qr, cancel_reason,
      ${instantText(sql.ref('ack_date'))} as ack_date,
      ${instantText(sql.ref('cancelled_at'))} as cancelled_at
    from e_invoices where invoice_id = ${invoice}`.execute(db);
  return found.rows[0] ?? null;
}

/** The IRN of an invoice that is not cancelled, or null. */
export async function findActiveIrn(db: Db, invoice: number): Promise<string | null> {
  const record = await findEInvoice(db, invoice);
  return record?.cancelled_at === null ? record.irn : null;
}

export async function findFilings(db: Db, invoice: number): Promise<Filings> {
  const found = await sql<{ transport: Transport }>`select transport from e_way_bills
    where invoice_id = ${invoice}`.execute(db);
  return {
    e_invoice: await findEInvoice(db, invoice),
    transport: found.rows[0]?.transport ?? null,
  };
}

interface NewEInvoice {
  invoice: number;
  signed: SignedAnswer;
  /** The answer as it came. */
  answer: string;
  now: Date;
}

export async function insertEInvoice(
  trx: Transaction,
  { invoice, signed: { irn, ack_no, ack_date, signed_qr }, answer, now }: NewEInvoice,
): Promise<void> {
  await sql`insert into e_invoices
      (invoice_id, irn, ack_no, ack_date, signed_qr, answer, created_at)
    values (${invoice}, ${irn}, ${ack_no}, ${ack_date}, ${signed_qr}, ${answer}, ${now})`.execute(
    trx,
  );
}

export async function markCancelled(
  trx: Transaction,
  { invoice, at, reason }: { invoice: number; at: Date; reason: string },
): Promise<void> {
  await sql`update e_invoices set cancelled_at = ${at}, cancel_reason = ${reason}
    where invoice_id = ${invoice}`.execute(trx);
}

export async function saveTransport(
  trx: Transaction,
  { invoice, transport, now }: { invoice: number; transport: Transport; now: Date },
): Promise<void> {
  await sql`insert into e_way_bills (invoice_id, transport, created_at, updated_at)
    values (${invoice}, ${JSON.stringify(transport)}::jsonb, ${now}, ${now})
    on conflict (invoice_id) do update set transport = excluded.transport,
      updated_at = excluded.updated_at`.execute(trx);
}
