import { sql } from 'kysely';
import { columnsOf, type Db } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import { noteLineFields, type NoteWithLines } from '../credit-notes.fields';
import { anyNotes } from './credit-notes.queries';

/** The notes dated on a day from `from` to `to`, cancelled ones too, but no drafts; by kind and day. */
export async function listIssuedNoteIds(
  db: Db,
  { from, to }: { from: Day; to: Day },
): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from credit_notes
    where status <> 'draft' and note_date between ${from} and ${to}
    order by kind, note_date, number_sequence, id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Notes with their lines, in the order of the ids. */
export async function listNotesWithLines(db: Db, ids: readonly number[]): Promise<NoteWithLines[]> {
  const found = await sql<{ note: NoteWithLines }>`select row_to_json(w) as note from (
      select n.*, coalesce((
        select json_agg(row_to_json(line)) from (
          select ${columnsOf(noteLineFields, 'l')} from credit_note_lines l
          where l.credit_note_id = n.id order by l.position) line), '[]') as items
      from (${anyNotes.select(sql`t.id = any(${ids}::integer[])`)}) n) w
    order by array_position(${ids}::integer[], (w.id))`.execute(db);
  return found.rows.map(({ note }) => note);
}
