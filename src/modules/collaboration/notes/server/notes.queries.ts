import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { type Db, findJson, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import { listedOf } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { RecordNote } from '../notes.fields';
import type { RecordRef } from '~/modules/organization/kinds/kinds.rules';

const columns = sql`n.id, n.kind, n.record_id, n.text, n.mentions, n.channel, n.created_by, n.created_by_name,
  ${instantText(sql`n.created_at`)} as created_at, ${instantText(sql`n.updated_at`)} as updated_at`;

/** The notes of a record as far as the person reads it, the newest first. */
export function listNotes(person: Person, { kind, id }: RecordRef): ListSource {
  const { where, reads } = listedOf(person, kind, id);
  return {
    select: sql`select ${columns} from record_notes n
      where n.kind = ${sql.lit(kind)} and n.record_id = ${sql.lit(id)} and ${where} order by n.id desc`,
    entity: 'record_notes',
    reads,
  };
}

export async function findNote(db: Db, id: number): Promise<RecordNote | null> {
  return findJson<RecordNote>(db, sql`select ${columns} from record_notes n where n.id = ${id}`);
}

export async function lockNote(trx: Transaction, id: number): Promise<void> {
  await sql`select id from record_notes where id = ${id} for update`.execute(trx);
}

type Values = Pick<RecordNote, 'text' | 'mentions' | 'channel'>;

export async function insertNote(
  trx: Transaction,
  { kind, id }: RecordRef,
  {
    text,
    mentions,
    channel,
    by,
    now,
  }: Values & { by: { id: number | null; name: string }; now: Date },
): Promise<RecordNote> {
  const created = await sql<RecordNote>`insert into record_notes as n
      (kind, record_id, text, mentions, channel, created_by, created_by_name, created_at, updated_at)
    values (${kind}, ${id}, ${text}, ${mentions}::integer[], ${channel}, ${by.id}, ${by.name}, ${now}, ${now})
    returning ${columns}`.execute(trx);
  return written(created.rows);
}

export async function updateNote(
  trx: Transaction,
  id: number,
  { text, mentions, channel, now }: Values & { now: Date },
): Promise<RecordNote> {
  const created = await sql<RecordNote>`update record_notes n set text = ${text},
      mentions = ${mentions}::integer[], channel = ${channel},
      updated_at = greatest(${now}::timestamptz, n.updated_at + interval '1 millisecond')
    where n.id = ${id} returning ${columns}`.execute(trx);
  return written(created.rows);
}

function written([note]: readonly RecordNote[]): RecordNote {
  if (!note) throw new Error('A note that was written cannot be read back');
  return note;
}

export async function deleteNote(trx: Transaction, id: number): Promise<void> {
  await sql`delete from record_notes where id = ${id}`.execute(trx);
}
