import { sql } from 'kysely';
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
