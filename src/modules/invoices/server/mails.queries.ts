import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

/** Records that an invoice's mail is queued, with the number reserved for a draft. Returns the new `updated_at`. */
export async function noteQueuedMail(
  trx: Transaction,
  mail: { invoiceId: number; mailId: number; reservedNumber: string | null; now: Date },
): Promise<void> {
  await sql`update invoices
    set mail_id = ${mail.mailId}, mail_status = 'queued', mail_error = null,
      reserved_number = ${mail.reservedNumber},
      updated_at = greatest(${mail.now}::timestamptz, updated_at + interval '1 millisecond')
    where id = ${mail.invoiceId}`.execute(trx);
}

/** The outcome of the last mail of an invoice when it is known and not recorded yet; else null. */
export async function findOutcome(
  trx: Transaction,
  invoiceId: number,
): Promise<{ status: 'accepted' | 'failed'; last_error: string | null; at: string } | null> {
  const result = await sql<{
    status: 'accepted' | 'failed';
    last_error: string | null;
    at: string;
  }>`
    select m.status, m.last_error, m.updated_at as at
    from invoices i join mails m on m.id = i.mail_id
    where i.id = ${invoiceId} and i.mail_status = 'queued' and m.status in ('accepted', 'failed')`.execute(
    trx,
  );
  return result.rows[0] ?? null;
}

export async function listUnsettled(db: Db): Promise<number[]> {
  const result = await sql<{ id: number }>`select i.id
    from invoices i join mails m on m.id = i.mail_id
    where i.mail_status = 'queued' and m.status in ('accepted', 'failed') order by i.id`.execute(
    db,
  );
  return result.rows.map((row) => row.id);
}
