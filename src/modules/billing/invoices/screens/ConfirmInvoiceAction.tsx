import type { RecordQuestion } from '~/kit/ui/list/useRecordDialogs';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { PaperQuestion, type Question } from '~/modules/sales/papers/screens/PaperQuestion';
import type { Invoice } from '../invoices.fields';
import { portalInvoice } from '../portal-invoices.rules';
import type { Invoices } from './invoices.client';

type InvoiceQuestion = RecordQuestion<Invoice, 'send' | 'issue' | 'cancel' | 'delete'>;

interface Props {
  invoices: Invoices;
  question: InvoiceQuestion | null;
  onEdit: (invoice: Invoice) => void;
  onClose: () => void;
}

export default function ConfirmInvoiceAction({ invoices, question, onEdit, onClose }: Props) {
  const { tax_mode } = useSettings();
  if (question?.ask !== 'issue')
    return (
      <PaperQuestion question={question && questionOf(invoices, question)} onClose={onClose} />
    );
  const { record: invoice } = question;
  const isQuiet = invoice.tax_mode !== 'gst' && tax_mode !== 'gst';
  const check = { document: portalInvoice(invoice), onEdit: () => onEdit(invoice), isQuiet };
  return (
    <PaperQuestion question={{ ...questionOf(invoices, question), check }} onClose={onClose} />
  );
}

function questionOf(invoices: Invoices, { ask, record: invoice }: InvoiceQuestion): Question {
  const { id, invoice_number: number, customer_name } = invoice;
  const of = { id, subject: `${number} · ${customer_name}` };
  switch (ask) {
    case 'send':
      return {
        id,
        title: 'Send Invoice',
        message: `Send invoice ${number} to customer via email?`,
        act: async (key) => {
          const sent = await invoices.send(id, key);
          return `Invoice ${sent.invoice_number} sent successfully to ${sent.customer_name}`;
        },
        refused: 'Failed to send invoice',
        onRefused: () => void invoices.refresh(id).catch(() => undefined),
      };
    case 'issue':
      return {
        ...of,
        title: 'Issue Invoice',
        message:
          'The invoice gets its legal number. After that, its items, customer and date cannot be changed. No email is sent.',
        act: async () => {
          const { invoice_number } = await invoices.setStatus(invoice, 'pending');
          return `Invoice ${invoice_number} issued successfully`;
        },
        refused: 'Failed to update invoice',
      };
    case 'cancel':
      return {
        ...of,
        title: 'Cancel Invoice',
        cancelLabel: 'Keep Invoice',
        message: 'The invoice keeps its number and is no longer due. This cannot be undone.',
        filed: { document: portalInvoice(invoice), date: invoice.invoice_date },
        danger: true,
        act: async () => {
          await invoices.setStatus(invoice, 'cancelled');
          return `Invoice ${number} cancelled successfully`;
        },
        refused: 'Failed to update invoice',
      };
    case 'delete':
      return {
        ...of,
        title: 'Delete Invoice',
        message: 'This action cannot be undone and will permanently remove this draft.',
        danger: true,
        act: async () => {
          await invoices.delete(id);
          return `Invoice ${number} deleted successfully!`;
        },
        refused: 'Failed to delete invoice',
      };
  }
}
