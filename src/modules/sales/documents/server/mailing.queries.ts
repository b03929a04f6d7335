import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

interface Outcome {
  status: 'accepted' | 'failed';
  last_error: string | null;
  at: string;
}

/** The outcome of the last mail of a document of that table when it is known and not recorded yet; else null. */
export async function findOutcome(
  trx: Transaction,
  table: string,
  id: number,
): Promise<Outcome | null> {
  const result = await sql<Outcome>`
    select m.status, m.last_error, m.updated_at as at
    from ${sql.table(table)} t join mails m on m.id = t.mail_id
    where t.id = ${id} and t.mail_status = 'queued' and m.status in ('accepted', 'failed')`.execute(
    trx,
  );
  return result.rows[0] ?? null;
}

export async function listUnsettled(db: Db, table: string): Promise<number[]> {
  const result = await sql<{ id: number }>`select t.id
    from ${sql.table(table)} t join mails m on m.id = t.mail_id
    where t.mail_status = 'queued' and m.status in ('accepted', 'failed') order by t.id`.execute(
    db,
  );
  return result.rows.map((row) => row.id);
}
