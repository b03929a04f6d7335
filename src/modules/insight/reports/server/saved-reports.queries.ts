import { sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { NewSavedReport, SavedReport } from '../saved-reports.fields';

export type SavedRow = Omit<SavedReport, 'entry'>;

/** A person's saved reports in the order in which they were saved. */
export async function listSaved(db: Db, user: number): Promise<SavedRow[]> {
  const found = await sql<SavedRow>`select id, name, report, choices,
      ${instantText(sql.ref('created_at'))} as created_at
    from saved_reports where user_id = ${user} order by id`.execute(db);
  return found.rows;
}

export async function insertSaved(
  trx: Transaction,
  { report, name, choices }: NewSavedReport,
  { user, now }: { user: number; now: Date },
): Promise<number> {
  const made = await sql<{ id: number }>`insert into saved_reports
      (user_id, report, name, choices, created_at)
    values (${user}, ${report}, ${name}, ${JSON.stringify(choices)}::jsonb, ${now})
    returning id`.execute(trx);
  return made.rows[0]?.id ?? 0;
}

/** False if it is not a saved report of this person. */
export async function removeSaved(trx: Transaction, id: number, user: number): Promise<boolean> {
  const removed = await sql`delete from saved_reports where id = ${id} and user_id = ${user}
    returning id`.execute(trx);
  return removed.rows.length > 0;
}
