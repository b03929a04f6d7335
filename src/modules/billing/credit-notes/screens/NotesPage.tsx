import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Note, type NoteKind, noteKinds } from '../credit-notes.fields';
import { noteFilters } from '../credit-notes.filters';
import { type Notes, useNotes } from './credit-notes.client';
import { useNoteColumns } from './NoteColumns';
import { useNoteDialogs, type NoteDialogsState } from './NoteActions';
import type { NoteParts } from './NoteDetails';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';

const NoteDetails = lazyDialog('note', () => import('./NoteDetails'));
const NoteForm = lazyDialog('subject', () => import('./NoteForm'));
const ConfirmNoteAction = lazyDialog('question', () => import('./ConfirmNoteAction'));

interface Props extends NoteParts {
  notes: Notes;
  dialogs: NoteDialogsState;
}

function NoteDialogs({ notes, dialogs, EInvoice }: Props) {
  const { viewed, subject, question, close } = dialogs;
  return (
    <>
      <NoteDetails note={viewed} show={dialogs} EInvoice={EInvoice} onClose={close} />
      {subject ? <NoteForm kind={notes.kind} subject={subject} onClose={close} /> : null}
      <ConfirmNoteAction notes={notes} question={question} onEdit={dialogs.edit} onClose={close} />
    </>
  );
}

const defaultColumns = [
  'note_number',
  'invoice_number',
  'customer_name',
  'note_date',
  'reason',
  'total_amount',
  'status',
  actionsKey,
];
const sortKeys = [
  'note_date',
  'note_number',
  'invoice_number',
  'customer_name',
  'total_amount',
  'status',
  'created_at',
];
const newestFirst: Sort = { key: 'note_date', direction: 'desc' };
const isCancelled = (note: Note) => note.status === 'cancelled';

const texts = {
  credit: {
    subtitle: 'Corrections for overcharged amounts and returned goods',
    hint: 'A credit note reduces what the customer owes on an issued invoice.',
  },
  debit: {
    subtitle: 'Corrections for undercharged amounts',
    hint: 'A debit note increases what the customer owes on an issued invoice.',
  },
} as const;

/** "Credit Notes" and "Debit Notes" (docs/product/credit-notes.md#screens). */
export function NotesPage({ kind, EInvoice }: NoteParts & { kind: NoteKind }) {
  const notes = useNotes(kind);
  const { noun } = noteKinds[kind];
  const list = useNoteList(notes);
  const dialogs = useNoteDialogs(notes);
  return (
    <ListPage
      of={`${kind}-notes` as const}
      subtitle={texts[kind].subtitle}
      records={notes}
      list={list}
      create={{
        label: `New ${noun}`,
        first: `Create Your First ${noun}`,
        onClick: dialogs.rights.canCreate ? dialogs.create : null,
      }}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint={texts[kind].hint}
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    >
      <NoteDialogs notes={notes} dialogs={dialogs} EInvoice={EInvoice} />
    </ListPage>
  );
}

function useNoteList(notes: Notes) {
  const columns = useNoteColumns();
  const name = noteKinds[notes.kind].path.slice(1);
  const view = { name, columns, defaultColumns, filters: noteFilters, sort: newestFirst };
  return useRecordList(notes, view, useCompany());
}
