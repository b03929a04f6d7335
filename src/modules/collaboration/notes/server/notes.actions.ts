import type { Right } from '~/kit/shared/access';
import { logLine } from '~/kit/server/database/activity-log';
import type { Context, Write } from '~/kit/server/database/context';
import { refuseStale } from '~/kit/server/database/entity';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import {
  openRecordOf,
  readRecordOf,
  type RecordSummary,
} from '~/modules/records/records/server/records.service';
import { mayHere } from '~/modules/organization/users/rights.rules';
import { isAssignable } from '~/modules/organization/users/server/users.service';
import { displayName } from '~/modules/organization/users/users.rules';
import { readersAmong } from '~/modules/organization/workspaces/server/readers.service';
import type { NewNote, NotePatch, RecordNote } from '../notes.fields';
import { canChangeNote, canDeleteNote, newlyMentioned } from '../notes.rules';
import { deleteNote, findNote, insertNote, listNotes, lockNote, updateNote } from './notes.queries';
import { lists, type RecordRef } from '~/modules/organization/kinds/kinds.rules';

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

/** The same in the caller's transaction. */
export async function writeNote(
  write: Write,
  { kind, id }: RecordRef,
  { text, mentions = [], channel = null }: NewNote,
): Promise<RecordNote> {
  const { person, now } = write.context;
  const record = await openRecordOf(write, kind, id);
  await checkMentions(write, record, mentions);
  const by = { id: person.id, name: displayName(person) };
  const note = await insertNote(write.trx, { kind, id }, { text, mentions, channel, by, now });
  logNote(write, record, {
    texts: ['noted', 'Note added'],
    mentioned: newlyMentioned(mentions, { before: [], writer: person.id }),
  });
  return note;
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
  const right: Right = `${kind}.update`;
  enforce(mayHere(context.person, right));
  return { note, record };
}

async function checkMentions(
  { trx }: Write,
  { kind, id }: RecordSummary,
  mentions: readonly number[],
): Promise<void> {
  if (mentions.length === 0) return;
  const readers = new Set(await readersAmong(trx, mentions, { kind, id }));
  for (const user of mentions) {
    if (readers.has(user) && (await isAssignable(trx, user))) continue;
    const what = `this ${lists[kind].noun.toLowerCase()}`;
    throw invalid('mentions', `Only active users who can read ${what} can be mentioned`);
  }
}

interface NoteLine {
  texts: readonly [action: string, title: string];
  mentioned: readonly number[];
}

/** The feed says that there is a note, not what it says: a note can be deleted. */
function logNote(
  write: Write,
  { kind, id, label, workspace_id }: RecordSummary,
  { texts: [action, title], mentioned }: NoteLine,
): void {
  const isMention = mentioned.length > 0;
  logLine(write, {
    type: lists[kind].type,
    entity: kind,
    id,
    label,
    action: isMention ? 'mentioned' : action,
    title: isMention ? 'Mentioned in a note' : title,
    message: label,
    before: null,
    after: isMention ? { mentions: mentioned } : null,
    workspace_id,
  });
}
