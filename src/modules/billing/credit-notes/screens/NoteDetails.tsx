import { Button, Skeleton } from '@mantine/core';
import type { ComponentType } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { ItemLines } from '~/modules/sales/documents/lines/screens/DocumentLines';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import { useInvoiceById } from '~/modules/billing/invoices/screens/invoices.client';
import { mailStatuses } from '~/modules/sales/documents/mails.fields';
import { ActionButtons } from '~/modules/sales/papers/screens/PaperActions';
import {
  mailSection,
  PaperDetails,
  portalSections,
  printWarnings,
  recordSection,
} from '~/modules/sales/papers/screens/PaperDetails';
import { type Note, noteFields, noteKinds, noteReasons } from '../credit-notes.fields';
import { portalNote } from '../credit-notes.rules';
import { sumsOf } from '../note-sums.rules';
import { useNote } from './credit-notes.client';
import { type NoteDialogsState, sendLabel } from './NoteActions';
import { NoteStatus } from './NoteColumns';
import classes from './NoteForm.module.css';

/** What portals give for a note. */
export interface NoteParts {
  EInvoice: ComponentType<{ document: PortalDocument }>;
}

interface Props extends NoteParts {
  note: Note | null;
  show: NoteDialogsState;
  onClose: () => void;
}

export default function NoteDetails({ note, show, EInvoice, onClose }: Props) {
  const company = useCompany();
  return (
    <PaperDetails
      title={`${noteKinds[note?.kind ?? 'credit'].noun} Details`}
      paper={
        note && {
          number: note.note_number,
          customer_name: note.customer_name,
          status: <NoteStatus note={note} />,
          sections: sectionsOf(note, company, { show, EInvoice }),
          tools: <ActionButtons row={note} actions={show.rowActions} shown={tools} size="xs" />,
          actions: show.rights.canSend(note) ? (
            <Button onClick={() => show.send(note)}>{sendLabel(note)}</Button>
          ) : null,
        }
      }
      onClose={onClose}
    />
  );
}

const tools = ['edit', 'issue', 'download', 'cancel'];

type Around = Pick<Props, 'show' | 'EInvoice'>;

function sectionsOf(
  note: Note,
  { timeZone, today }: Company,
  { show, EInvoice }: Around,
): DetailsSection[] {
  const document = portalNote(note);
  const onEdit = show.rights.canEdit(note) ? () => show.edit(note) : null;
  const checked = { document, isByGst: note.tax_mode === 'gst', onEdit };
  const reason = noteReasons.find(({ value }) => value === note.reason);
  const mail = mailStatuses.find(({ value }) => value === note.mail_status);
  return [
    {
      title: 'Note',
      details: [
        { label: 'Note Number', value: note.note_number },
        { label: 'Date', value: formatDay(note.note_date) },
        {
          label: 'Invoice',
          value: <RecordLink path="/invoices" id={note.invoice_id} name={note.invoice_number} />,
        },
        { label: 'Customer', value: note.customer_name },
        { label: 'Reason', value: reason?.label },
        ...(note.kind === 'credit'
          ? [{ label: 'Return goods to stock', value: note.goods_return ? 'Yes' : 'No' }]
          : []),
      ],
      ...printWarnings(checked),
    },
    { title: 'Items', content: <NoteLines note={note} /> },
    { title: 'Invoice', content: <InvoiceState note={note} /> },
    ...portalSections(checked, [{ title: 'E-Invoice', content: <EInvoice document={document} /> }]),
    mailSection(
      { noun: 'note', mailed_at: note.mailed_at, timeZone, outcome: mail?.label ?? null },
      note.mail_error ? { text: note.mail_error } : {},
    ),
    { title: 'Notes', text: note.notes },
    recordSection(note, { timeZone }),
    historySection('/credit_notes', note, { fields: noteFields, timeZone, today }),
  ];
}

function NoteLines({ note }: { note: Note }) {
  return (
    <ItemLines
      id={note.id}
      whole={useNote(note)}
      notesOf={({ discount_amount: discount }) =>
        discount > 0 ? [`Less discount ${formatMoney(discount, 'INR')}`] : []
      }
      sumsOf={sumsOf}
    />
  );
}

function InvoiceState({ note }: { note: Note }) {
  const { data, state, retry } = useInvoiceById(note.invoice_id);
  if (state === 'failed') return <LoadFailed text="Failed to load the invoice" onRetry={retry} />;
  if (!data) return <Skeleton height={40} role="status" aria-label="Loading invoice" />;
  const sums: [string, number][] = [
    ['Total', data.total_amount],
    ['Paid', data.paid_amount],
    ['Credited', data.credited_amount],
    ['Debited', data.debited_amount],
    ['Balance Due', data.balance_due],
    ['Customer Credit', data.customer_credit],
  ];
  return (
    <dl className={classes.state}>
      {sums.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatMoney(amount, 'INR')}</dd>
        </div>
      ))}
    </dl>
  );
}
