import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

/** The file that is kept of an issued note; null until it is made. */
export async function findFile(db: Db, noteId: number): Promise<Buffer | null> {
  const found = await sql<{ pdf: Buffer }>`select pdf from credit_note_files
    where credit_note_id = ${noteId}`.execute(db);
  return found.rows[0]?.pdf ?? null;
}

/** Keeps the file of an issued note; what somebody else has kept before stays and is returned instead. */
export async function keepFile(db: Db, noteId: number, pdf: Buffer): Promise<Buffer> {
  await sql`insert into credit_note_files (credit_note_id, pdf) values (${noteId}, ${pdf})
    on conflict do nothing`.execute(db);
  return (await findFile(db, noteId)) ?? pdf;
}

/** Records that a note's mail is queued. */
export async function noteQueuedMail(
  trx: Transaction,
  mail: { noteId: number; mailId: number; now: Date },
): Promise<void> {
  await sql`update credit_notes
    set mail_id = ${mail.mailId}, mail_status = 'queued', mail_error = null,
      updated_at = greatest(${mail.now}::timestamptz, updated_at + interval '1 millisecond')
    where id = ${mail.noteId}`.execute(trx);
}
