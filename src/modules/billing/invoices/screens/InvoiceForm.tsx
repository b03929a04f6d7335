import { useState } from 'react';
import { orNetworkError, reportFailure } from '~/kit/ui/calls/reportFailure';
import { GuardedDialog, type Work } from '~/kit/ui/dialog/GuardedDialog';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { toast } from '~/kit/ui/messages/toasts';
import { saveDocument } from '~/modules/sales/documents/lines/screens/save-document.client';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import type { Invoice, InvoiceWithLines } from '../invoices.fields';
import {
  emptyInvoice,
  invoiceBody,
  invoiceForm,
  partsOf,
  type TypedInvoice,
  typedInvoice,
} from '../invoice-form.rules';
import { InvoiceEditor } from './InvoiceEditor';
import type { InvoiceBody } from './useInvoiceForm';
import { type Invoices, useInvoice } from './invoices.client';
import { DialogBody } from '~/kit/ui/dialog/DialogParts';

interface Props {
  invoices: Invoices;
  subject: Invoice | 'new' | null;
  onClose: () => void;
}

export default function InvoiceForm({ invoices, subject, onClose }: Props) {
  const draft = subject === 'new' ? null : subject;
  return (
    <GuardedDialog
      opened={subject !== null}
      onClose={onClose}
      title={draft ? 'Edit Invoice' : 'Create Invoice'}
      subtitle={draft?.invoice_number}
      size={860}
    >
      {(callbacks) => {
        const shared = { invoices, ...callbacks, onClose };
        return draft ? <DraftForm {...shared} draft={draft} /> : <NewForm {...shared} />;
      }}
    </GuardedDialog>
  );
}

interface FormProps {
  invoices: Invoices;
  work: Work;
  cancel: () => void;
  onClose: () => void;
}

function NewForm({ invoices, work, cancel, onClose }: FormProps) {
  const { today } = useCompany();
  const { invoice_tax_rate, default_invoice_terms } = useSettings();
  return (
    <InvoiceEditor
      work={work}
      onCancel={cancel}
      initial={emptyInvoice({ today, terms: default_invoice_terms, customer: null })}
      rate={invoice_tax_rate}
      least={0}
      draft={{ key: 'New invoice', version: null }}
      submitLabel="Create Invoice"
      savingLabel="Creating..."
      onSubmit={(body, sendKey) => createInvoice(invoices, body, sendKey)}
      onSaved={onClose}
    />
  );
}

async function createInvoice(invoices: Invoices, body: InvoiceBody, key: string): Promise<void> {
  const isFromOrder = body.order_id !== null;
  const texts = {
    refused: isFromOrder ? 'Failed to generate invoice' : 'Failed to create invoice',
    offlineText: 'An unexpected error occurred',
  };
  await reportFailure(texts, async () => {
    const { invoice_number } = await invoices.create(body, key);
    toast(
      'success',
      isFromOrder
        ? `Invoice #${invoice_number} generated successfully!`
        : 'Invoice created successfully',
    );
  });
}

function DraftForm({ draft, ...props }: FormProps & { draft: Invoice }) {
  // Keeps the version that the form was opened with, since others may change the draft in the meantime.
  const [opened] = useState(draft);
  const { data, state, isEarlier, retry } = useInvoice(opened);
  if (!data || isEarlier) {
    return (
      <DialogBody>
        <NotLoaded what="invoice" state={state} height={320} onRetry={retry} />
      </DialogBody>
    );
  }
  return <LoadedForm {...props} invoice={data} />;
}

function LoadedForm({
  invoices,
  work,
  cancel,
  onClose,
  invoice,
}: FormProps & { invoice: InvoiceWithLines }) {
  const isGst = useSettings().tax_mode === 'gst';
  return (
    <InvoiceEditor
      work={work}
      onCancel={cancel}
      initial={typedInvoice(invoice)}
      rate={invoice.tax_rate}
      least={0}
      draft={{ key: `Invoice ${invoice.id}`, version: invoice.updated_at }}
      submitLabel="Update Invoice"
      savingLabel="Updating..."
      onSubmit={async (_body, _key, typed) => {
        await reportFailure(orNetworkError('Failed to update invoice'), async () => {
          await saveDraft(invoices, invoice, { typed, isGst });
          toast('success', 'Invoice updated successfully');
        });
      }}
      onSaved={onClose}
    />
  );
}

/** Over what others have saved in the meantime. */
async function saveDraft(
  invoices: Invoices,
  row: InvoiceWithLines,
  { typed, isGst }: { typed: TypedInvoice; isGst: boolean },
): Promise<void> {
  await saveDocument({
    form: invoiceForm,
    row,
    typed,
    typedOf: typedInvoice,
    partsOf,
    send: ({ updated_at, ...parts }, invoice) => {
      const over = { ...typedInvoice(invoice), ...parts };
      const body = invoiceBody(over, { rate: over.tax_rate ?? invoice.tax_rate, isGst });
      return invoices.update(invoice.id, { ...body, updated_at });
    },
  });
}
