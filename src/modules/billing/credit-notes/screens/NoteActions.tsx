import { useMemo } from 'react';
import { allowed, type Verdict } from '~/kit/shared/verdict';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { type RecordQuestion, useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { paperAction, shareAction } from '~/modules/sales/papers/screens/PaperActions';
import { savePaper } from '~/kit/ui/calls/savePaper';
import { type Note, noteKinds } from '../credit-notes.fields';
import { canEdit, canSend, canTakeStatus } from '../credit-notes.rules';
import type { Notes } from './credit-notes.client';

const questions = ['send', 'issue', 'cancel', 'delete'] as const;
const asks = ['edit', ...questions] as const;
type NoteDialog = 'view' | (typeof asks)[number];
export type ShowNote = Readonly<Record<NoteDialog, (note: Note) => void>>;

/** What the person may do with notes, which follow the rights of invoices (docs/product/credit-notes.md#rights). */
function useNoteRights() {
  const [create, update, remove, issue] = [
    useMay('invoices.create'),
    useMay('invoices.update'),
    useMay('invoices.delete'),
    useMay('invoices.issue'),
  ];
  return useMemo(() => {
    const asFar = (right: Verdict, rule: (note: Note) => Verdict) => (note: Note) =>
      right.ok && rule(note).ok;
    const isDraft = (note: Note) => (note.status === 'draft' ? allowed : canEdit(note));
    return {
      canCreate: create.ok,
      canEdit: asFar(update, canEdit),
      canIssue: asFar(update.ok ? issue : update, isDraft),
      canSend: asFar(issue, canSend),
      canCancel: asFar(update, (note) => canTakeStatus(note, 'cancelled')),
      canDelete: asFar(remove, canEdit),
    };
  }, [create, update, remove, issue]);
}

export type NoteRights = ReturnType<typeof useNoteRights>;

export type NoteQuestion = RecordQuestion<Note, (typeof questions)[number]>;

/** Which dialog is open, and the actions that open one. `?view={id}` and `?new=1` open theirs. */
export function useNoteDialogs({ rows }: Notes) {
  const rights = useNoteRights();
  const dialogs = useRecordDialogs(rows, asks, rights);
  const { show } = dialogs;
  const rowActions = useMemo(() => actionsOf(show, rights), [show, rights]);
  return { ...dialogs, rights, rowActions, question: dialogs.questionAmong(questions) };
}

export type NoteDialogsState = ReturnType<typeof useNoteDialogs>;

function actionsOf(show: ShowNote, rights: NoteRights): readonly RowAction<Note>[] {
  return [
    viewAction(show.view),
    editAction(show.edit, rights.canEdit),
    paperAction('send', sendLabel, show.send, rights.canSend),
    paperAction('issue', 'Issue', show.issue, rights.canIssue),
    secondary(paperAction('download', 'Download', (note) => void saveNotePdf(note))),
    shareAction(({ id, kind, note_number }) => {
      const { noun, path } = noteKinds[kind];
      return [noun, note_number, `${path}/${id}/pdf`];
    }),
    paperAction('cancel', 'Cancel Note', show.cancel, rights.canCancel),
    deleteAction(show.delete, rights.canDelete),
  ];
}

function saveNotePdf({ id, kind, note_number }: Note): Promise<void> {
  const { noun, path } = noteKinds[kind];
  return savePaper(noun, note_number, { path: `${path}/${id}/pdf` });
}

export function sendLabel({ mailed_at }: Pick<Note, 'mailed_at'>): string {
  return mailed_at === null ? 'Send' : 'Send again';
}
