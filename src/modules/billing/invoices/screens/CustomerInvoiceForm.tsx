import { orNetworkError, reportFailure } from '~/kit/ui/calls/reportFailure';
import { GuardedDialog } from '~/kit/ui/dialog/GuardedDialog';
import { toast } from '~/kit/ui/messages/toasts';
import { useLast } from '~/kit/ui/hooks/useLast';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { emptyInvoice } from '../invoice-form.rules';
import { InvoiceEditor } from './InvoiceEditor';
import type { InvoiceBody } from './useInvoiceForm';
import { createInvoice } from './invoices.client';

interface Props {
  customer: Customer | null;
  onClose: () => void;
}

/**
 * "Create Invoice for {company}": a draft at the customer screen's tax rate
 * (docs/product/customers.md#orders-and-invoices-from-a-customer).
 */
export default function CustomerInvoiceForm({ customer, onClose }: Props) {
  const { today } = useCompany();
  const { customer_tax_rate, default_invoice_terms } = useSettings();
  const last = useLast(customer);
  return (
    <GuardedDialog
      opened={customer !== null}
      onClose={onClose}
      title={`Create Invoice for ${last?.company_name ?? ''}`}
      size={860}
    >
      {({ cancel, work }) => (
        <InvoiceEditor
          work={work}
          onCancel={cancel}
          initial={emptyInvoice({ today, terms: default_invoice_terms, customer: last })}
          rate={customer_tax_rate}
          fixed="customer"
          draft={{ key: `New invoice of customer ${last?.id ?? ''}`, version: null }}
          least={1}
          missingText="Please select a customer and add at least one item"
          submitLabel="Create Invoice"
          savingLabel="Creating..."
          onSubmit={createDraft}
          onSaved={onClose}
        />
      )}
    </GuardedDialog>
  );
}

/** Always a draft without payments (docs/product/customers.md#orders-and-invoices-from-a-customer). */
async function createDraft(body: InvoiceBody, key: string): Promise<void> {
  const owed = 'total_amount' in body ? { balance_due: body.total_amount } : {};
  const unpaid = { paid_amount: 0, ...owed, status: 'draft' as const };
  await reportFailure(orNetworkError('Failed to create invoice'), () =>
    createInvoice({ ...body, ...unpaid }, key),
  );
  toast('success', 'Invoice created successfully!');
}
