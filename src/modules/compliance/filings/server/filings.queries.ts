import { sql } from 'kysely';
import { type Db, instantText, type SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { FiledDocument } from '~/modules/sales/papers/server/filed.service';
import type { EInvoiceRecord } from '../filings.fields';
import type { SignedResponse } from '../signed-responses.rules';
import type { Transport } from '../transport.fields';
import type { Day } from '~/kit/shared/time/days';

/** Where the IRNs of a kind of documents are kept. */
function storedOf(kind: FiledDocument['kind']) {
  return kind === 'invoice'
    ? { table: sql.table('e_invoices'), key: sql.ref('invoice_id') }
    : { table: sql.table('note_e_invoices'), key: sql.ref('credit_note_id') };
}

/** SQL: whether document `t` has an IRN that is not cancelled. */
export function hasIrn(kind: FiledDocument['kind']): SqlPart {
  const { table, key } = storedOf(kind);
  return sql`exists (select from ${table} e where e.${key} = t.id and e.cancelled_at is null)`;
}

/** Lists show whether a document has an IRN. */
async function noteIrn(trx: Transaction, { kind, id }: FiledDocument): Promise<void> {
  const entity = kind === 'invoice' ? 'invoices' : 'credit_notes';
  await sql`select note_changed(${entity}, array[${id}]::bigint[])`.execute(trx);
}

export type StoredEInvoice = Omit<EInvoiceRecord, 'signature_verified'>;

export async function findEInvoice(
  db: Db,
  document: FiledDocument,
): Promise<StoredEInvoice | null> {
  const { table, key } = storedOf(document.kind);
  const found = await sql<StoredEInvoice>`select irn, ack_no, signed_qr, cancel_reason,
      ${instantText(sql.ref('ack_date'))} as ack_date,
      ${instantText(sql.ref('cancelled_at'))} as cancelled_at
    from ${table} where ${key} = ${document.id}`.execute(db);
  return found.rows[0] ?? null;
}

/** How the goods of an invoice travel, or null. */
export async function findTransport(db: Db, invoice: number): Promise<Transport | null> {
  const found = await sql<{ transport: Transport }>`select transport from e_way_bills
    where invoice_id = ${invoice}`.execute(db);
  return found.rows[0]?.transport ?? null;
}

interface NewEInvoice {
  document: FiledDocument;
  signed: SignedResponse;
  /** The answer as it came. */
  response: string;
  now: Date;
}

export async function insertEInvoice(
  trx: Transaction,
  { document, signed: { irn, ack_no, ack_date, signed_qr }, response, now }: NewEInvoice,
): Promise<void> {
  const { table, key } = storedOf(document.kind);
  await sql`insert into ${table}
      (${key}, irn, ack_no, ack_date, signed_qr, answer, created_at)
    values (${document.id}, ${irn}, ${ack_no}, ${ack_date}, ${signed_qr}, ${response}, ${now})`.execute(
    trx,
  );
  await noteIrn(trx, document);
}

export async function markCancelled(
  trx: Transaction,
  { document, at, reason }: { document: FiledDocument; at: Date; reason: string },
): Promise<void> {
  const { table, key } = storedOf(document.kind);
  await sql`update ${table} set cancelled_at = ${at}, cancel_reason = ${reason}
    where ${key} = ${document.id}`.execute(trx);
  await noteIrn(trx, document);
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

/** Issued invoices from a day on towards registered buyers and exports, the oldest first. */
export async function listSampleInvoices(
  trx: Transaction,
  { from, to }: { from: Day; to: Day },
): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from invoices
    where status not in ('draft', 'cancelled') and supply_type <> 'b2c' and invoice_date between ${from} and ${to}
    order by invoice_date, id`.execute(trx);
  return found.rows.map(({ id }) => id);
}
