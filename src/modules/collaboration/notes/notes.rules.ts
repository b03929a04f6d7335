import type { ErrorTable } from '~/kit/shared/error-codes';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { RecordNote } from './notes.fields';

export const recordNoteRefusals = {
  'record_note.not_own': [
    403,
    'Only the author can edit a note; an administrator can also delete it',
  ],
} as const satisfies ErrorTable;

interface Reader {
  id: number;
  role: 'admin' | 'user';
}

type Written = Pick<RecordNote, 'created_by'>;

/** Only the person who wrote a note changes it (docs/product/records.md#notes). */
export function canChangeNote({ id }: Pick<Reader, 'id'>, { created_by }: Written): Verdict {
  if (created_by === id) return allowed;
  return refused('record_note.not_own', 'Only the author can edit a note');
}

/** Administrators too, so that they can remove improper notes. */
export function canDeleteNote({ id, role }: Reader, { created_by }: Written): Verdict {
  if (created_by === id || role === 'admin') return allowed;
  return refused('record_note.not_own', 'Only the author or an administrator can delete a note');
}

/** Who is mentioned now and was not before; never the writer. */
export function newlyMentioned(
  mentions: readonly number[],
  { before, writer }: { before: readonly number[]; writer: number },
): number[] {
  return mentions.filter((id) => id !== writer && !before.includes(id));
}
