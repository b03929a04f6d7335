import { Skeleton } from '@mantine/core';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import { LoadFailed } from '~/kit/ui/elements/LoadFailed';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { LinesTable } from '~/modules/documents/screens/LinesTable';
import type { Invoice } from '~/modules/invoices/invoices.fields';
import { type Note, noteKinds, noteReasons } from '../credit-notes.fields';
import { useNotesOf } from './credit-notes.client';
import { NoteStatus } from './NoteColumns';

/** The credit and debit notes of an invoice, in its details. */
export function InvoiceNotes({ invoice }: { invoice: Invoice }) {
  const credits = useNotesOf('credit', invoice);
  const debits = useNotesOf('debit', invoice);
  const failed = [credits, debits].find(({ data, state }) => state === 'failed' && !data);
  if (failed) return <LoadFailed text="The notes could not be loaded." onRetry={failed.retry} />;
  if (!credits.data || !debits.data) return <Skeleton height={40} aria-label="Loading notes" />;
  const notes = [...credits.data, ...debits.data];
  if (notes.length === 0) return <SoftText>No notes yet.</SoftText>;
  return (
    <LinesTable>
      <thead>
        <tr>
          <th scope="col">Note</th>
          <th scope="col">Date</th>
          <th scope="col">Reason</th>
          <th scope="col">Status</th>
          <th scope="col" className="amount">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {notes.map((note) => (
          <NoteLine key={note.id} note={note} />
        ))}
      </tbody>
    </LinesTable>
  );
}

function NoteLine({ note }: { note: Note }) {
  const reason = noteReasons.find(({ value }) => value === note.reason);
  return (
    <tr>
      <td>
        <RecordLink path={noteKinds[note.kind].path} id={note.id}>
          {note.note_number}
        </RecordLink>
      </td>
      <td>{formatDay(note.note_date)}</td>
      <td>{reason?.label}</td>
      <td>
        <NoteStatus note={note} />
      </td>
      <td className="amount">{formatMoney(note.total_amount, 'INR')}</td>
    </tr>
  );
}
