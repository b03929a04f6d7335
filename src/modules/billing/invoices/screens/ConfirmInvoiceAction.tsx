import { useRef } from 'react';
import { ApiError, failureText } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import type { Invoice } from '../invoices.fields';
import { portalInvoice } from '../portal-invoices.rules';
import { DocumentCheck } from './DocumentCheck';
import type { Invoices } from './invoices.client';

export interface InvoiceConfirmation {
  ask: 'send' | 'issue' | 'cancel' | 'delete';
  invoice: Invoice;
}

interface Props {
  invoices: Invoices;
  question: InvoiceConfirmation | null;
  onEdit: (invoice: Invoice) => void;
  onClose: () => void;
}

export function ConfirmInvoiceAction({ invoices, question, onEdit, onClose }: Props) {
  const of = (ask: InvoiceConfirmation['ask']) => (question?.ask === ask ? question.invoice : null);
  return (
    <>
      <SendQuestion invoices={invoices} invoice={of('send')} onClose={onClose} />
      <ChangeQuestion
        invoice={of('issue')}
        title="Issue Invoice"
        message="It gets its legal number, and its lines, customer and invoice date are fixed from then on. It is not mailed."
        onEdit={onEdit}
        change={(invoice) => issueInvoice(invoices, invoice)}
        onClose={onClose}
      />
      <ChangeQuestion
        invoice={of('cancel')}
        title="Cancel Invoice"
        cancelLabel="Keep Invoice"
        message="It keeps its number and nobody owes it any more. This cannot be undone."
        change={(invoice) => cancelInvoice(invoices, invoice)}
        danger
        onClose={onClose}
      />
      <ChangeQuestion
        invoice={of('delete')}
        title="Delete Invoice"
        message="This action cannot be undone and will permanently remove this draft."
        change={(invoice) => deleteInvoice(invoices, invoice)}
        danger
        onClose={onClose}
      />
    </>
  );
}

type AskedProps = Omit<Props, 'question' | 'onEdit'> & { invoice: Invoice | null };

function SendQuestion({ invoices, invoice, onClose }: AskedProps) {
  const keyFor = useSendKey();
  // The same invoice may be sent again on purpose: each opening, and each retry after a refusal, is a request of its
  // own.
  const attempt = useRef(0);
  return (
    <ConfirmDialog
      opened={invoice !== null}
      title="Send Invoice"
      message={invoice ? `Send invoice ${invoice.invoice_number} to customer via email?` : ''}
      confirmLabel="Send Invoice"
      onConfirm={async () => {
        try {
          if (invoice) await sendInvoice(invoices, invoice, keyFor([invoice.id, attempt.current]));
        } catch (error) {
          if (error instanceof ApiError) attempt.current += 1;
          throw error;
        }
      }}
      onClose={() => {
        attempt.current += 1;
        onClose();
      }}
    />
  );
}

interface ChangeProps {
  invoice: Invoice | null;
  title: string;
  message: string;
  /** Given, the findings of the check are shown. */
  onEdit?: (invoice: Invoice) => void;
  change: (invoice: Invoice) => Promise<void>;
  cancelLabel?: string;
  danger?: boolean;
  onClose: () => void;
}

function ChangeQuestion({ invoice, title, message, onEdit, change, ...props }: ChangeProps) {
  const { tax_mode } = useSettings();
  const isByGst = invoice?.tax_mode === 'gst' || tax_mode === 'gst';
  const isChecked = invoice !== null && onEdit !== undefined;
  return (
    <ConfirmDialog
      {...props}
      opened={invoice !== null}
      title={title}
      subject={invoice ? `${invoice.invoice_number} · ${invoice.customer_name}` : ''}
      message={
        isChecked ? (
          <>
            <p>{message}</p>
            <DocumentCheck
              document={portalInvoice(invoice)}
              onEdit={() => onEdit(invoice)}
              isQuiet={!isByGst}
            />
          </>
        ) : (
          message
        )
      }
      confirmLabel={title}
      onConfirm={async () => {
        if (invoice) await change(invoice);
      }}
    />
  );
}

async function sendInvoice(invoices: Invoices, invoice: Invoice, key: string): Promise<void> {
  try {
    const sent = await invoices.send(invoice.id, key);
    toast('success', `Invoice ${sent.invoice_number} sent successfully to ${sent.customer_name}`);
  } catch (error) {
    void invoices.refresh(invoice.id).catch(() => undefined);
    throw told(error, 'Failed to send invoice');
  }
}

async function issueInvoice(invoices: Invoices, invoice: Invoice): Promise<void> {
  try {
    const issued = await invoices.setStatus(invoice, 'pending');
    toast('success', `Invoice ${issued.invoice_number} issued successfully`);
  } catch (error) {
    throw told(error, 'Failed to update invoice');
  }
}

async function cancelInvoice(invoices: Invoices, invoice: Invoice): Promise<void> {
  try {
    await invoices.setStatus(invoice, 'cancelled');
    toast('success', `Invoice ${invoice.invoice_number} cancelled successfully`);
  } catch (error) {
    throw told(error, 'Failed to update invoice');
  }
}

async function deleteInvoice(invoices: Invoices, invoice: Invoice): Promise<void> {
  try {
    await invoices.delete(invoice.id);
    toast('success', `Invoice ${invoice.invoice_number} deleted successfully!`);
  } catch (error) {
    throw told(error, 'Failed to delete invoice');
  }
}

function told(error: unknown, refused: string): unknown {
  toast('error', failureText(error, { refused, broken: `${refused}: Network error` }));
  return error;
}
