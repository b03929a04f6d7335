import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { Notes } from './credit-notes.client';
import type { NoteDialogsState } from './NoteActions';
import type { NoteParts } from './NoteDetails';

const NoteDetails = lazyDialog('note', () => import('./NoteDetails'));
const NoteForm = lazyDialog('subject', () => import('./NoteForm'));
const ConfirmNoteAction = lazyDialog('question', () => import('./ConfirmNoteAction'));

interface Props extends NoteParts {
  notes: Notes;
  dialogs: NoteDialogsState;
}

export function NoteDialogs({ notes, dialogs, EInvoice }: Props) {
  const { viewed, subject, question, close } = dialogs;
  return (
    <>
      <NoteDetails note={viewed} show={dialogs} EInvoice={EInvoice} onClose={close} />
      {subject ? <NoteForm kind={notes.kind} subject={subject} onClose={close} /> : null}
      <ConfirmNoteAction notes={notes} question={question} onEdit={dialogs.edit} onClose={close} />
    </>
  );
}
