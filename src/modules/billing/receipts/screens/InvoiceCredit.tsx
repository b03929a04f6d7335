import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { api } from '~/kit/ui/calls/api';
import { orServerError } from '~/kit/ui/calls/reportFailure';
import { RefundForm } from '~/modules/billing/advances/screens/RefundForm';
import { canUseCredit } from '~/modules/billing/invoices/invoices.rules';
import type { InvoiceFormProps } from '~/modules/billing/invoices/screens/InvoiceDialogs';
import { AllocationForm } from './AllocationForm';

const parts = ['amount'] as const;

/** "Use Credit": pays other invoices of the customer (docs/product/credit-notes.md#using-the-credit). */
export function UseCredit({ invoices, invoice, onClose }: InvoiceFormProps) {
  if (!invoice) return null;
  const { id, invoice_number, customer_name, customer_credit, updated_at } = invoice;
  return (
    <AllocationForm
      key={id}
      title="Use Credit"
      submitLabel="Use Credit"
      savingLabel="Saving..."
      failed={orServerError('Failed to use credit')}
      note={`${formatMoney(customer_credit, 'INR')} of credit is left on ${invoice_number} (${customer_name})`}
      of={invoice}
      party={invoice.customer_id}
      amount={customer_credit}
      parts={parts}
      allows={({ amount }) => canUseCredit(invoice, amount)}
      onSend={async (sent, idempotencyKey) => {
        const allocations = sent.map(({ invoice_id, amount }) => ({ invoice_id, amount }));
        const body = { allocations, updated_at };
        await api.post(`/invoices/${id}/credit/set-off`, body, { idempotencyKey });
        invoices.refresh(id).catch(() => undefined);
        return `Credit of ${invoice_number} used successfully`;
      }}
      onClose={onClose}
    />
  );
}

/** "Refund Credit": gives it back, with a voucher (docs/product/credit-notes.md#using-the-credit). */
export function RefundCredit({ invoices, invoice, onClose }: InvoiceFormProps) {
  const of = useMemo(
    () =>
      invoice && {
        ...invoice,
        number: invoice.invoice_number,
        payment_method: 'bank_transfer' as const,
        remaining: invoice.customer_credit,
      },
    [invoice],
  );
  return (
    <RefundForm
      noun="Credit"
      of={of}
      onRefund={async (id, values, idempotencyKey) => {
        await api.post(`/invoices/${id}/credit/refund`, values, { idempotencyKey });
        invoices.refresh(id).catch(() => undefined);
      }}
      onClose={onClose}
    />
  );
}
