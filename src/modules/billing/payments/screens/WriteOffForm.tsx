import { formatMoney } from '~/kit/shared/money/money';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { orServerError } from '~/kit/ui/calls/reportFailure';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { canWriteOff, freeBalance } from '~/modules/billing/invoices/invoices.rules';
import type { InvoiceFormProps } from '~/modules/billing/invoices/screens/InvoiceDialogs';
import { writeOffFields } from '../payments.fields';
import { writeOff } from './payments.client';

const texts = orServerError('Failed to write off invoice');

/** "Write Off" for one invoice (docs/product/payments.md#write-off). */
export default function WriteOffForm({ invoices, invoice, onClose }: InvoiceFormProps) {
  return (
    <FormDialog
      opened={invoice !== null}
      onClose={onClose}
      title="Write Off"
      size="md"
      fields={writeOffFields}
      initial={{ amount: invoice ? freeBalance(invoice) : 0 }}
      subject={invoice?.id}
      required={['amount', 'reason']}
      check={(name, typed) => {
        if (name !== 'amount' || !invoice) return null;
        const amount = parseNumber(typed['amount'] ?? '', 'INR') ?? 0;
        const verdict = canWriteOff(invoice, amount);
        return verdict.ok ? null : verdict.message;
      }}
      submitLabel="Write Off"
      savingLabel="Writing off..."
      failed={texts}
      onSubmit={async (values, sendKey) => {
        if (!invoice) return;
        await writeOff(invoice.id, values, sendKey);
        invoices.refresh(invoice.id).catch(() => undefined);
        return `Invoice ${invoice.invoice_number} written off successfully`;
      }}
    >
      {invoice ? (
        <SoftText small>
          {formatMoney(invoice.balance_due, 'INR')} of invoice {invoice.invoice_number} is due. The
          amount written off is no longer due and does not count as money received.{' '}
          {invoice.customer_name} sees it on the statement, without the reason. You can reverse it
          later.
        </SoftText>
      ) : null}
    </FormDialog>
  );
}
