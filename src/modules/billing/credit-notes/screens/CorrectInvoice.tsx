import { useRef } from 'react';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { api } from '~/kit/ui/calls/api';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import type { InvoiceFormProps } from '~/modules/billing/invoices/screens/InvoiceDialogs';
import { type Note, noteFields } from '../credit-notes.fields';

const fields = { reason: noteFields.reason };
const texts = orNetworkError('Failed to correct invoice');

interface Props extends InvoiceFormProps {
  /** Hears of the new draft once the dialog is done. */
  onCorrected: (draft: Invoice) => void;
}

/** "Correct Invoice" (docs/product/credit-notes.md#correcting-an-invoice); closed while `invoice` is null. */
export default function CorrectInvoice({ invoices, invoice, onCorrected, onClose }: Props) {
  const draft = useRef<Invoice | null>(null);
  return (
    <FormDialog
      opened={invoice !== null}
      onClose={() => {
        if (draft.current) onCorrected(draft.current);
        else onClose();
        draft.current = null;
      }}
      title="Correct Invoice"
      subject={invoice?.id}
      size="md"
      fields={fields}
      required={['reason']}
      submitLabel="Correct Invoice"
      savingLabel="Correcting..."
      failed={texts}
      onSubmit={async (values, idempotencyKey) => {
        const path = `/invoices/${invoice?.id ?? 0}/correct`;
        const created = await api.post<{ credit_note: Note; invoice: Invoice }>(path, values, {
          idempotencyKey,
        });
        await invoices.refresh(created.invoice.id);
        draft.current = created.invoice;
        return `Credit note ${created.credit_note.note_number} issued. This is the new draft.`;
      }}
    >
      <SoftText>
        This credits the rest of {invoice?.invoice_number} and opens a new draft with the same items
        for you to correct.
      </SoftText>
    </FormDialog>
  );
}
