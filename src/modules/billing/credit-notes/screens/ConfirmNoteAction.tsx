import { failureText } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import { useLast } from '~/kit/ui/hooks/useLast';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import { DocumentCheck } from '~/modules/billing/invoices/screens/DocumentCheck';
import { type Note, noteKinds } from '../credit-notes.fields';
import { portalNote } from '../credit-notes.rules';
import type { Notes } from './credit-notes.client';
import type { NoteQuestion } from './NoteActions';

interface Props {
  notes: Notes;
  question: NoteQuestion | null;
  onEdit: (note: Note) => void;
  onClose: () => void;
}

const asked = {
  send: {
    verb: 'Send',
    message: 'It is mailed to the customer as a PDF file; a draft is issued by it.',
    done: 'sent',
  },
  issue: {
    verb: 'Issue',
    message:
      'It gets its legal number, its content is fixed from then on, and the balance of the invoice follows. It is not mailed.',
    done: 'issued',
  },
  cancel: {
    verb: 'Cancel',
    message: 'It keeps its number, and the invoice is as it was without it. This cannot be undone.',
    done: 'cancelled',
  },
  delete: {
    verb: 'Delete',
    message: 'This action cannot be undone and will permanently remove this draft.',
    done: 'deleted',
  },
} as const;

export function ConfirmNoteAction({ notes, question, onEdit, onClose }: Props) {
  const last = useLast(question);
  const keyFor = useSendKey();
  const { noun } = noteKinds[notes.kind];
  const { verb, message, done } = asked[last?.ask ?? 'issue'];
  return (
    <ConfirmDialog
      opened={question !== null}
      title={`${verb} ${noun}`}
      subject={last ? `${last.note.note_number} · ${last.note.customer_name}` : ''}
      message={
        last?.ask === 'issue' && last.note.tax_mode === 'gst' ? (
          <>
            <p>{message}</p>
            <DocumentCheck document={portalNote(last.note)} onEdit={() => onEdit(last.note)} />
          </>
        ) : (
          message
        )
      }
      confirmLabel={`${verb} ${noun}`}
      cancelLabel={last?.ask === 'cancel' ? `Keep ${noun}` : 'Cancel'}
      danger={last?.ask === 'cancel' || last?.ask === 'delete'}
      onConfirm={async () => {
        if (!question) return;
        const { note } = question;
        try {
          const key = keyFor([note.id, note.updated_at]);
          const { note_number } = (await act(notes, question, key)) ?? note;
          toast('success', `${noun} ${note_number} ${done} successfully`);
        } catch (error) {
          if (question.ask === 'send') void notes.refresh(note.id).catch(() => undefined);
          const refused = `Failed to ${verb.toLowerCase()} ${noun.toLowerCase()}`;
          toast('error', failureText(error, { refused, broken: `${refused}: Network error` }));
          throw error;
        }
      }}
      onClose={onClose}
    />
  );
}

async function act(notes: Notes, { ask, note }: NoteQuestion, key: string): Promise<Note | null> {
  if (ask === 'send') return notes.send(note.id, key);
  if (ask !== 'delete') return notes.setStatus(note, ask === 'issue' ? 'issued' : 'cancelled');
  await notes.delete(note.id);
  return null;
}
