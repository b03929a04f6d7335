import { lazy, Suspense } from 'react';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import type { Notes } from './credit-notes.client';
import type { NoteDialogsState } from './NoteActions';
import type { NoteParts } from './NoteDetails';

const NoteDetails = lazy(async () => ({ default: (await import('./NoteDetails')).NoteDetails }));
const NoteForm = lazy(async () => ({ default: (await import('./NoteForm')).NoteForm }));
const ConfirmNoteAction = lazy(async () => ({
  default: (await import('./ConfirmNoteAction')).ConfirmNoteAction,
}));

interface Props extends NoteParts {
  notes: Notes;
  dialogs: NoteDialogsState;
}

export function NoteDialogs({ notes, dialogs, EInvoice }: Props) {
  const { viewed, subject, question, close } = dialogs;
  const needsDetails = useOnceTrue(viewed !== null);
  const needsQuestions = useOnceTrue(question !== null);
  return (
    <Suspense fallback={null}>
      {needsDetails ? (
        <NoteDetails note={viewed} show={dialogs} EInvoice={EInvoice} onClose={close} />
      ) : null}
      {subject ? <NoteForm kind={notes.kind} subject={subject} onClose={close} /> : null}
      {needsQuestions ? (
        <ConfirmNoteAction
          notes={notes}
          question={question}
          onEdit={dialogs.edit}
          onClose={close}
        />
      ) : null}
    </Suspense>
  );
}
