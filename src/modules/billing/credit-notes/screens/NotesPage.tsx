import { Button } from '@mantine/core';
import { useMissingRecord } from '~/kit/ui/data/useMissingRecord';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { ReadOnlyNote } from '~/modules/organization/workspaces/screens/ReadOnlyNote';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type Note, type NoteKind, noteKinds } from '../credit-notes.fields';
import { noteFilters } from '../credit-notes.filters';
import { type Notes, useNotes } from './credit-notes.client';
import { useNoteColumns } from './NoteColumns';
import { mostActions, useNoteDialogs } from './NoteActions';
import type { NoteParts } from './NoteDetails';
import { NoteDialogs } from './NoteDialogs';

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
  const { noun, path } = noteKinds[kind];
  const name = noun.toLowerCase();
  const { today } = useCompany();
  const fileName = useMay('invoices.export').ok ? `${path.slice(1)}-${today}` : undefined;
  const list = useNoteList(notes, today);
  const dialogs = useNoteDialogs(notes);
  useMissingRecord(path, noun, notes);
  return (
    <Page
      fill
      title={`${noun}s`}
      subtitle={texts[kind].subtitle}
      actions={
        <>
          <ColumnChooser choice={list.choice} />
          <AddButton onClick={dialogs.rights.canCreate ? dialogs.create : null}>
            {`New ${noun}`}
          </AddButton>
        </>
      }
    >
      <ReadOnlyNote />
      <RecordTools list={list} label={`Search ${name}s`} />
      <RecordTable
        list={list}
        label={`${noun}s`}
        rowActions={dialogs.rowActions}
        mostActions={mostActions}
        emptyHint={texts[kind].hint}
        emptyAction={
          dialogs.rights.canCreate ? (
            <Button onClick={dialogs.create}>{`Create Your First ${noun}`}</Button>
          ) : null
        }
        onOpenRow={dialogs.view}
        isRowMuted={isCancelled}
      />
      <RecordFilters list={list} counted={`${name}s`} sortKeys={sortKeys} fileName={fileName} />
      <NoteDialogs notes={notes} dialogs={dialogs} EInvoice={EInvoice} />
    </Page>
  );
}

function useNoteList(notes: Notes, today: string) {
  const columns = useNoteColumns();
  const name = noteKinds[notes.kind].path.slice(1);
  const view = { name, columns, defaultColumns, filters: noteFilters, sort: newestFirst };
  return useRecordList(notes, view, { today });
}
