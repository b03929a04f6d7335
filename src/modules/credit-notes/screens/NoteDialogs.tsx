import { lazy, Suspense } from 'react';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import type { Notes } from './credit-notes.client';
import type { NoteDialogsState } from './NoteActions';

const NoteDetails = lazy(async () => ({ default: (await import('./NoteDetails')).NoteDetails }));
const NoteForm = lazy(async () => ({ default: (await import('./NoteForm')).NoteForm }));
const ConfirmNoteAction = lazy(async () => ({
  default: (await import('./ConfirmNoteAction')).ConfirmNoteAction,
}));

export function NoteDialogs({ notes, dialogs }: { notes: Notes; dialogs: NoteDialogsState }) {
  const { viewed, subject, question, close } = dialogs;
  const needsDetails = useOnceTrue(viewed !== null);
  const needsQuestions = useOnceTrue(question !== null);
  return (
    <Suspense fallback={null}>
      {needsDetails ? <NoteDetails note={viewed} show={dialogs} onClose={close} /> : null}
      {subject ? <NoteForm kind={notes.kind} subject={subject} onClose={close} /> : null}
      {needsQuestions ? (
        <ConfirmNoteAction notes={notes} question={question} onClose={close} />
      ) : null}
    </Suspense>
  );
}
