import { PaperQuestion } from '~/modules/sales/papers/screens/PaperQuestion';
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

const texts = {
  send: {
    verb: 'Send',
    message: 'The customer gets the note as a PDF by email. A draft is issued first.',
    done: 'sent',
  },
  issue: {
    verb: 'Issue',
    message:
      'The note gets its legal number and can no longer be edited. The invoice balance changes. No email is sent.',
    done: 'issued',
  },
  cancel: {
    verb: 'Cancel',
    message:
      'The note keeps its number and no longer counts towards the invoice. This cannot be undone.',
    done: 'cancelled',
  },
  delete: {
    verb: 'Delete',
    message: 'This action cannot be undone and will permanently remove this draft.',
    done: 'deleted',
  },
} as const;

export default function ConfirmNoteAction({ notes, question, onEdit, onClose }: Props) {
  if (!question) return <PaperQuestion question={null} onClose={onClose} />;
  const { ask, record: note } = question;
  const { noun } = noteKinds[notes.kind];
  const { verb, message, done } = texts[ask];
  const isChecked = ask === 'issue' && note.tax_mode === 'gst';
  const filed = { document: portalNote(note), date: note.note_date };
  return (
    <PaperQuestion
      question={{
        id: note.id,
        title: `${verb} ${noun}`,
        subject: `${note.note_number} · ${note.customer_name}`,
        message,
        ...(isChecked ? { check: { document: portalNote(note), onEdit: () => onEdit(note) } } : {}),
        ...(ask === 'cancel' ? { cancelLabel: `Keep ${noun}`, filed } : {}),
        danger: ask === 'cancel' || ask === 'delete',
        act: async (key) => {
          const { note_number } = (await act(notes, question, key)) ?? note;
          return `${noun} ${note_number} ${done} successfully`;
        },
        refused: `Failed to ${verb.toLowerCase()} ${noun.toLowerCase()}`,
        ...(ask === 'send'
          ? { onRefused: () => void notes.refresh(note.id).catch(() => undefined) }
          : {}),
      }}
      onClose={onClose}
    />
  );
}

async function act(
  notes: Notes,
  { ask, record: note }: NoteQuestion,
  key: string,
): Promise<Note | null> {
  if (ask === 'send') return notes.send(note.id, key);
  if (ask !== 'delete') return notes.setStatus(note, ask === 'issue' ? 'issued' : 'cancelled');
  await notes.delete(note.id);
  return null;
}
