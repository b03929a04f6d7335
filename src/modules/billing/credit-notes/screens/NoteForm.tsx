import { Skeleton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { picked } from '~/kit/shared/fields/picked';
import * as field from '~/kit/shared/fields/fields';
import { searchFilter } from '~/kit/shared/filters/filters';
import { formatMoney } from '~/kit/shared/money/money';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { canNote } from '~/modules/billing/invoices/invoices.rules';
import { DateWarnings } from '~/modules/sales/papers/screens/DateWarnings';
import { InvoicePicker } from '~/modules/billing/invoices/screens/InvoicePicker';
import { useInvoices } from '~/modules/billing/invoices/screens/invoices.client';
import {
  type Note,
  noteFields,
  noteHeader,
  type NoteKind,
  noteKinds,
} from '../credit-notes.fields';
import { useNotes } from './credit-notes.client';
import { NoteItems } from './NoteItems';
import { useNoteItems } from './useNoteItems';

const formFields = {
  invoice_id: field.link({ label: 'Invoice', to: 'invoices', required: true }),
  ...picked(noteFields, noteHeader),
};
const creditNames = ['invoice_id', ...noteHeader] as const;
const creditSections = [{ title: '', names: creditNames }];
const debitSections = [{ title: '', names: creditNames.filter((name) => name !== 'goods_return') }];

interface Props {
  kind: NoteKind;
  /** A draft, or a new note. */
  subject: Note | 'new';
  onClose: () => void;
}

/** "New Credit Note" and its like, and the form of a draft (docs/product/credit-notes.md#screens). */
export default function NoteForm({ kind, subject, onClose }: Props) {
  const list = useNotes(kind);
  const { today } = useCompany();
  const note = subject === 'new' ? null : subject;
  const [invoiceId, setInvoiceId] = useState(note?.invoice_id ?? null);
  const form = useNoteItems(kind, { note, invoiceId });
  const { noun } = noteKinds[kind];
  const initial = useMemo(() => note ?? { note_date: today, goods_return: false }, [note, today]);
  const refused = `Failed to save ${noun.toLowerCase()}`;
  return (
    <FormDialog
      onClose={onClose}
      title={note ? `Edit ${noun} ${note.note_number}` : `New ${noun}`}
      fields={formFields}
      sections={kind === 'credit' ? creditSections : debitSections}
      initial={initial}
      required={['invoice_id', 'note_date', 'reason']}
      follow={(name, typed) => {
        if (name === 'invoice_id') setInvoiceId(Number(typed['invoice_id']) || null);
        return {};
      }}
      inputs={note ? fixedInvoice(note) : anyInvoice}
      isChangedBeside={form.isTyped}
      blocked={() => (invoiceId === null ? 'Please select an invoice' : (form.read?.wrong ?? null))}
      submitLabel={note ? 'Save Draft' : 'Create Draft'}
      failed={orNetworkError(refused)}
      onSubmit={async ({ invoice_id: _fixed, ...values }, sendKey, save) => {
        const items = form.read?.items ?? [];
        const saved = note
          ? await save(values, (body) => list.update(note.id, { ...body, items }))
          : await list.create({ ...values, invoice_id: invoiceId, items } as never, sendKey);
        return `${noun} ${saved.note_number} saved successfully`;
      }}
    >
      {(typed) => (
        <>
          <DateWarnings path={noteKinds[kind].path} date={typed['note_date'] ?? ''} />
          {invoiceId === null ? null : form.remaining && form.read ? (
            <NoteItems remaining={form.remaining} form={{ ...form, read: form.read }} />
          ) : form.failed ? (
            <LoadFailed text="Failed to load items" onRetry={form.failed.retry} />
          ) : (
            <Skeleton height={120} role="status" aria-label="Loading items" />
          )}
        </>
      )}
    </FormDialog>
  );
}

const invoiceSearch = searchFilter(['invoice_number', 'customer_name']);
const amountOf = ({ customer_name, total_amount }: Invoice) =>
  `${customer_name} · ${formatMoney(total_amount, 'INR')}`;
const isOffered = (invoice: Invoice) => canNote(invoice).ok;

const picking = {
  isOffered,
  search: invoiceSearch,
  noteOf: amountOf,
  placeholder: 'Search by number or customer',
};

function NotableInvoicePicker(input: FieldInputProps) {
  return <InvoicePicker {...input} {...picking} list={useInvoices()} isFirst />;
}

const anyInvoice = {
  invoice_id: (props: FieldInputProps) => <NotableInvoicePicker {...props} />,
};
const noInvoices = { rows: [], state: 'ready' } as const;
const fixedInvoice = ({ invoice_number }: Note) => ({
  invoice_id: (props: FieldInputProps) => (
    <InvoicePicker {...props} {...picking} list={noInvoices} chosenName={invoice_number} locked />
  ),
});
