import { logLine } from '~/kit/server/database/activity-log';
import { userOf, type Write } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { openRecordOf, type RecordSummary } from '~/modules/records/records/server/records.service';
import { isAssignable } from '~/modules/organization/users/server/users.service';
import { displayName } from '~/modules/organization/users/users.rules';
import { readersAmong } from '~/modules/organization/workspaces/server/readers.service';
import type { NewNote, RecordNote } from '../notes.fields';
import { newlyMentioned } from '../notes.rules';
import { insertNote } from './notes.queries';
import { lists, type RecordRef } from '~/modules/organization/kinds/kinds.rules';

/** Adds a note to a record in the caller's transaction; 400 for mentions of people who may not read it. */
export async function writeNote(
  write: Write,
  { kind, id }: RecordRef,
  { text, mentions = [], channel = null }: NewNote,
): Promise<RecordNote> {
  const { person, now } = write.context;
  const record = await openRecordOf(write, kind, id);
  await checkMentions(write, record, mentions);
  const by = { id: userOf(person), name: displayName(person) };
  const note = await insertNote(write.trx, { kind, id }, { text, mentions, channel, by, now });
  logNote(write, record, {
    texts: ['noted', 'Note added'],
    mentioned: newlyMentioned(mentions, { before: [], writer: person.id }),
  });
  return note;
}

/** 400 for mentions of people who may not read the record. */
export async function checkMentions(
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
export function logNote(
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
