import { Skeleton } from '@mantine/core';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { RelatedRecords } from '~/modules/sales/documents/screens/RelatedRecords';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { noteKinds, noteReasons } from '../credit-notes.fields';
import { useNotesOf } from './credit-notes.client';
import { NoteStatus } from './NoteColumns';

/** The credit and debit notes of an invoice, in its details. */
export default function InvoiceNotes({ invoice }: { invoice: Invoice }) {
  const credits = useNotesOf('credit', invoice);
  const debits = useNotesOf('debit', invoice);
  const failed = [credits, debits].find(({ data, state }) => state === 'failed' && !data);
  if (failed) return <LoadFailed text="The notes could not be loaded." onRetry={failed.retry} />;
  if (!credits.data || !debits.data)
    return <Skeleton height={40} role="status" aria-label="Loading notes" />;
  const notes = [...credits.data, ...debits.data];
  if (notes.length === 0) return <SoftText>No notes yet.</SoftText>;
  return (
    <RelatedRecords
      noun="Note"
      about="Reason"
      records={notes.map((note) => ({
        id: note.id,
        path: noteKinds[note.kind].path,
        name: note.note_number,
        day: note.note_date,
        about: noteReasons.find(({ value }) => value === note.reason)?.label,
        status: <NoteStatus note={note} />,
        amount: note.total_amount,
      }))}
    />
  );
}
