import { useState } from 'react';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { useNow } from '~/kit/ui/hooks/useNow';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import type { RecordNote } from '../notes.fields';
import { NoteEditor } from './NoteEditor';
import { NoteItem } from './NoteItem';
import { type Notes, useNotes } from './notes.client';
import { usePeople } from './useMentions';
import classes from './Notes.module.css';
import { lists } from '~/modules/organization/kinds/kinds.rules';

const empty = { text: '', picked: [] };

/** The notes on a record's page (docs/product/records.md#notes). */
export default function NotesPanel({ kind, id, canWrite }: RecordPart) {
  const notes = useNotes({ kind, id });
  const [recordToDelete, setRecordToDelete] = useState<RecordNote | null>(null);
  return (
    <Panel className={classes.panel} aria-label="Notes">
      {canWrite ? (
        <NoteEditor
          key={`${kind} ${id}`}
          label="Add Note"
          baseline={empty}
          draft={{ key: `note on ${kind} ${id}`, version: null }}
          texts={{ done: 'Note added', refused: 'Failed to add note' }}
          onSave={notes.add}
        />
      ) : null}
      <NoteList notes={notes} kind={kind} canWrite={canWrite} onDelete={setRecordToDelete} />
      <ConfirmDelete
        noun="Note"
        record={recordToDelete}
        message="The note will be deleted for everyone."
        onDelete={notes.delete}
        done="Note deleted"
        offlineText="Failed to delete note"
        onClose={() => setRecordToDelete(null)}
      />
    </Panel>
  );
}

interface ListProps extends Pick<RecordPart, 'kind' | 'canWrite'> {
  notes: Notes;
  onDelete: (note: RecordNote) => void;
}

function NoteList({ notes, kind, ...rest }: ListProps) {
  const people = usePeople();
  const now = useNow();
  if (notes.state === 'failed')
    return <FailedState text="The notes could not be loaded" onRetry={notes.retry} />;
  if (notes.state === 'loading') return <LoadingRows columns={2} text="Loading notes..." />;
  if (notes.rows.length === 0) {
    const hint = `Everyone who works on this ${lists[kind].noun.toLowerCase()} can see its notes.`;
    return <EmptyState text="No notes yet" hint={hint} action={null} />;
  }
  return (
    <ol className={classes.notes} aria-label="Notes">
      {notes.rows.map((note) => (
        <NoteItem key={note.id} note={note} notes={notes} people={people} now={now} {...rest} />
      ))}
    </ol>
  );
}
