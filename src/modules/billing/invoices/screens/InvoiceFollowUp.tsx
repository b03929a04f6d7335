import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { PaperQuestion } from '~/modules/sales/papers/screens/PaperQuestion';
import { type Invoice, invoiceFields } from '../invoices.fields';
import type { Invoices } from './invoices.client';

interface Props {
  invoices: Invoices;
  /** Closed while null. */
  invoice: Invoice | null;
  onClose: () => void;
}

const texts = orNetworkError('Failed to update invoice');

const disputeFields = { dispute_note: invoiceFields.dispute_note };
const promiseFields = { promised_on: invoiceFields.promised_on };

/** "Mark as Disputed" (docs/product/invoices.md#disputes-and-promises). */
export function DisputeForm({ invoices, invoice, onClose }: Props) {
  return (
    <FormDialog
      opened={invoice !== null}
      onClose={onClose}
      title="Mark as Disputed"
      size="md"
      fields={disputeFields}
      subject={invoice?.id}
      submitLabel="Mark as Disputed"
      failed={texts}
      onSubmit={async (values) => {
        if (!invoice) return;
        const { id, invoice_number, updated_at } = invoice;
        await invoices.update(id, { ...values, is_disputed: true, updated_at });
        return `Invoice ${invoice_number} marked as disputed`;
      }}
    >
      <SoftText small>
        Reminders leave out invoice {invoice?.invoice_number} until the dispute is resolved. The
        customer does not see the note.
      </SoftText>
    </FormDialog>
  );
}

/** "Resolve Dispute". */
export function ResolveDispute({ invoices, invoice, onClose }: Props) {
  return (
    <PaperQuestion
      question={
        invoice && {
          id: invoice.id,
          title: 'Resolve Dispute',
          subject: `${invoice.invoice_number} · ${invoice.customer_name}`,
          message: 'The note on the dispute is removed, and reminders name the invoice again.',
          act: async () => {
            const { id, invoice_number, updated_at } = invoice;
            await invoices.update(id, { is_disputed: false, dispute_note: null, updated_at });
            return `Dispute of invoice ${invoice_number} resolved successfully`;
          },
          refused: texts.refused,
        }
      }
      onClose={onClose}
    />
  );
}

/** "Promise to Pay"; without a day, the promise is removed. */
export function PromiseForm({ invoices, invoice, onClose }: Props) {
  return (
    <FormDialog
      opened={invoice !== null}
      onClose={onClose}
      title="Promise to Pay"
      size="sm"
      fields={promiseFields}
      initial={{ promised_on: invoice?.promised_on ?? null }}
      subject={invoice?.id}
      submitLabel="Save Promise"
      failed={texts}
      onSubmit={async ({ promised_on = null }) => {
        if (!invoice) return;
        const { id, invoice_number, updated_at } = invoice;
        await invoices.update(id, { promised_on, updated_at });
        return `Promise for invoice ${invoice_number} saved successfully`;
      }}
    >
      <SoftText small>
        The day by which the customer promised to pay. Reminders leave out invoice{' '}
        {invoice?.invoice_number} until that day has passed. Leave empty to remove the promise.
      </SoftText>
    </FormDialog>
  );
}
