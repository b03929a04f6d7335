import { IconFileDescription } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { CustomerActionKind } from '~/modules/sales/customers/screens/CustomerAction';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import { isOpen } from '~/modules/sales/leads/leads.rules';

const QuotationForm = lazyDialog(
  'subject',
  async () => (await import('./QuotationForm')).QuotationForm,
);

interface FormProps {
  customer: Customer | null;
  onClose: () => void;
}

function CustomerQuotationForm({ customer, onClose }: FormProps) {
  const subject = useMemo(
    () =>
      customer && {
        what: 'new' as const,
        buyer: { customer_id: customer.id, lead_id: null, customer_name: customer.company_name },
      },
    [customer],
  );
  return <QuotationForm subject={subject} onClose={onClose} />;
}

const shared = { key: 'quotation', icon: <IconFileDescription size={16} /> };

/** "Create Quotation" in the list of customers and on a customer's page. */
export const customerQuotation: CustomerActionKind = {
  ...shared,
  label: 'Create Quotation',
  right: 'quotations.create',
  Form: CustomerQuotationForm,
};

/** "Create Quotation" for open leads: in their list, on the pipeline and on a lead's page. */
export function useLeadQuotation(): { actions: readonly RowAction<Lead>[]; dialog: ReactNode } {
  const [lead, setLead] = useState<Lead | null>(null);
  const { ok: canCreate } = useMay('quotations.create');
  const actions = useMemo(
    () => [
      {
        ...shared,
        label: () => 'Create Quotation',
        onClick: setLead,
        isOffered: (row: Lead) => canCreate && isOpen(row),
      },
    ],
    [canCreate],
  );
  const subject = useMemo(
    () =>
      lead && {
        what: 'new' as const,
        buyer: { customer_id: null, lead_id: lead.id, customer_name: lead.company_name },
      },
    [lead],
  );
  return { actions, dialog: <QuotationForm subject={subject} onClose={() => setLead(null)} /> };
}
