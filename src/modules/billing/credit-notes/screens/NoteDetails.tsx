import { Button, Skeleton } from '@mantine/core';
import type { ComponentType } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay, formatInstant } from '~/kit/shared/time/days';
import { useComputed } from '~/kit/ui/data/computed';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { LoadFailed } from '~/kit/ui/elements/LoadFailed';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { DocumentLines } from '~/modules/sales/documents/screens/DocumentLines';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import { type Invoice, invoiceMailStatuses } from '~/modules/billing/invoices/invoices.fields';
import { DocumentCheck } from '~/modules/billing/invoices/screens/DocumentCheck';
import { type Note, noteFields, noteKinds, noteReasons } from '../credit-notes.fields';
import { portalNote } from '../credit-notes.rules';
import { sumsOf } from '../note-sums.rules';
import { useNote } from './credit-notes.client';
import { type NoteDialogsState, sendLabel } from './NoteActions';
import { NoteStatus } from './NoteColumns';
import { saveNotePdf } from './note-files.client';
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

export function NoteDetails({ note, show, EInvoice, onClose }: Props) {
  const company = useCompany();
  return (
    <DetailsDialog
      opened={note !== null}
      onClose={onClose}
      title={`${noteKinds[note?.kind ?? 'credit'].noun} Details`}
      size={640}
      subtitle={
        note ? (
          <>
            {note.note_number} · {note.customer_name} <NoteStatus note={note} />
          </>
        ) : null
      }
      sections={note ? sectionsOf(note, company, { show, EInvoice }) : []}
      tools={note ? <Tools note={note} show={show} /> : null}
      actions={
        note && show.rights.canSend(note) ? (
          <Button onClick={() => show.send(note)}>{sendLabel(note)}</Button>
        ) : null
      }
    />
  );
}

type Around = Pick<Props, 'show' | 'EInvoice'>;

function sectionsOf(note: Note, { timeZone, today }: Company, around: Around): DetailsSection[] {
  const reason = noteReasons.find(({ value }) => value === note.reason);
  const mail = invoiceMailStatuses.find(({ value }) => value === note.mail_status);
  return [
    {
      title: 'Note',
      details: [
        { label: 'Note Number', value: note.note_number },
        { label: 'Date', value: formatDay(note.note_date) },
        {
          label: 'Invoice',
          value: (
            <RecordLink path="/invoices" id={note.invoice_id}>
              {note.invoice_number}
            </RecordLink>
          ),
        },
        { label: 'Customer', value: note.customer_name },
        { label: 'Reason', value: reason?.label },
        ...(note.kind === 'credit'
          ? [{ label: 'Goods come back to stock', value: note.goods_return ? 'Yes' : 'No' }]
          : []),
      ],
      ...printWarnings(note, around),
    },
    { title: 'Items', content: <NoteLines note={note} /> },
    { title: 'Invoice', content: <InvoiceStanding note={note} /> },
    ...portalSections(note, around),
    mail
      ? {
          title: 'Email',
          details: [
            { label: 'Last email', value: mail.label },
            { label: 'At', value: note.mailed_at && formatInstant(note.mailed_at, timeZone) },
          ],
          ...(note.mail_error ? { text: note.mail_error } : {}),
        }
      : { title: 'Email', text: 'This note has not been sent by email.' },
    { title: 'Notes', text: note.notes },
    {
      title: 'Record',
      details: [
        { label: 'Created By', value: note.created_by_name },
        { label: 'Created', value: formatInstant(note.created_at, timeZone) },
        { label: 'Last Updated', value: formatInstant(note.updated_at, timeZone) },
      ],
    },
    historySection({
      path: `/credit_notes/${note.id}`,
      version: note.updated_at,
      fields: noteFields,
      timeZone,
      today,
    }),
  ];
}

/** What of a note without GST cannot be printed; of others the section "Check" says it. */
function printWarnings(note: Note, { show }: Around): Pick<DetailsSection, 'content'> {
  if (note.tax_mode === 'gst' || note.status === 'cancelled') return {};
  const onEdit = show.rights.canEdit(note) ? () => show.edit(note) : null;
  return { content: <DocumentCheck document={portalNote(note)} onEdit={onEdit} isQuiet /> };
}

function portalSections(note: Note, { show, EInvoice }: Around): DetailsSection[] {
  if (note.tax_mode === 'single') return [];
  const document = portalNote(note);
  const onEdit = show.rights.canEdit(note) ? () => show.edit(note) : null;
  const check = {
    title: 'Check',
    content: <DocumentCheck document={document} onEdit={onEdit} />,
  };
  if (note.status === 'draft') return [check];
  return [check, { title: 'E-Invoice', content: <EInvoice document={document} /> }];
}

function NoteLines({ note }: { note: Note }) {
  const { data: found, state, retry } = useNote(note);
  const data = found?.id === note.id ? found : null;
  if (state === 'failed' && !data)
    return <LoadFailed text="The items could not be loaded." onRetry={retry} />;
  if (!data) return <Skeleton height={96} aria-label="Loading items" />;
  return (
    <DocumentLines
      lines={data.items.map((line) => ({
        ...line,
        name: line.description,
        total: line.line_total,
        ...(line.discount_amount > 0
          ? { notes: [`Less discount ${formatMoney(line.discount_amount, 'INR')}`] }
          : {}),
      }))}
      sums={sumsOf(data)}
    />
  );
}

function InvoiceStanding({ note }: { note: Note }) {
  const { data } = useComputed<Invoice>(`/invoices/${note.invoice_id}`, {
    dependsOn: ['invoices', 'payments', 'credit_notes'],
    day: note.updated_at,
  });
  if (data?.id !== note.invoice_id) return <Skeleton height={40} aria-label="Loading invoice" />;
  const sums: [string, number][] = [
    ['Total', data.total_amount],
    ['Paid', data.paid_amount],
    ['Credited', data.credited_amount],
    ['Debited', data.debited_amount],
    ['Balance Due', data.balance_due],
    ['Customer Credit', data.customer_credit],
  ];
  return (
    <dl className={classes.standing}>
      {sums.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatMoney(amount, 'INR')}</dd>
        </div>
      ))}
    </dl>
  );
}

function Tools({ note, show }: { note: Note; show: NoteDialogsState }) {
  const { rights } = show;
  const tools: readonly [label: string, isOffered: boolean, act: () => void][] = [
    ['Edit', rights.canEdit(note), () => show.edit(note)],
    ['Issue', rights.canIssue(note), () => show.issue(note)],
    ['Download', true, () => void saveNotePdf(note)],
    ['Cancel Note', rights.canCancel(note), () => show.cancel(note)],
  ];
  return (
    <div className={classes.tools}>
      {tools
        .filter(([, isOffered]) => isOffered)
        .map(([label, , act]) => (
          <Button key={label} size="xs" variant="default" onClick={act}>
            {label}
          </Button>
        ))}
    </div>
  );
}
