import type { Right } from '~/kit/shared/access';
import type { Context, Write } from '~/kit/server/database/context';
import { refuseStale } from '~/kit/server/database/entity';
import { enforce, notFound } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import {
  openRecordOf,
  readRecordOf,
  type RecordSummary,
} from '~/modules/records/records/server/records.service';
import { mayHere } from '~/modules/organization/users/rights.rules';
import type { NewNote, NotePatch, RecordNote } from '../notes.fields';
import { canChangeNote, canDeleteNote, newlyMentioned } from '../notes.rules';
import { deleteNote, findNote, listNotes, lockNote, updateNote } from './notes.queries';
import { checkMentions, logNote, writeNote } from './notes.service';
import { type RecordRef, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';

export async function notesOf(context: Context, { kind, id }: RecordRef): Promise<ListSource> {
  await readRecordOf(context, kind, id);
  return listNotes(context.person, { kind, id });
}

/** Adds a note to a record; 400 for mentions of people who may not read it. */
export async function addNote(
  context: Context,
  record: RecordRef,
  note: NewNote,
): Promise<RecordNote> {
  return context.write((write) => writeNote(write, record, note));
}

/** Changes your own note; people whom it did not mention before are notified. */
export async function changeNote(
  context: Context,
  id: number,
  { updated_at: seen, ...patch }: NotePatch,
): Promise<RecordNote> {
  const { person, now } = context;
  return context.write(async (write, trx) => {
    const { note, record } = await openNote(write, id);
    enforce(canChangeNote(person, note));
    refuseStale(note, seen);
    const { text = note.text, mentions = note.mentions, channel = note.channel } = patch;
    const added = newlyMentioned(mentions, { before: note.mentions, writer: person.id });
    await checkMentions(write, record, added);
    const isSame = text === note.text && channel === note.channel;
    if (isSame && String(mentions) === String(note.mentions)) return note;
    logNote(write, record, { texts: ['note changed', 'Note changed'], mentioned: added });
    return updateNote(trx, id, { text, mentions, channel, now });
  });
}

export async function removeNote(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const { note, record } = await openNote(write, id);
    enforce(canDeleteNote(context.person, note));
    await deleteNote(trx, id);
    logNote(write, record, { texts: ['note deleted', 'Note deleted'], mentioned: [] });
    return { id };
  });
}

/** The note with its record, for a person who may change the record; 404 where the record is gone or hidden. */
async function openNote(
  write: Write,
  id: number,
): Promise<{ note: RecordNote; record: RecordSummary }> {
  const { trx, context } = write;
  await lockNote(trx, id);
  const note = await findNote(trx, id);
  if (!note) throw notFound('Note');
  const { kind, record_id } = note;
  const record = await openRecordOf(write, kind, record_id);
  const right: Right = `${subjectOfKind(kind)}.update`;
  enforce(mayHere(context.person, right));
  return { note, record };
}
