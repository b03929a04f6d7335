import { IconFileDescription } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useComputed } from '~/kit/ui/records/computed';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { CustomerActionKind } from '~/modules/sales/customers/screens/CustomerAction';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import { isOpen } from '~/modules/sales/leads/leads.rules';
import type { OpenValue } from '../open-values.fields';

const QuotationForm = lazyDialog('subject', () => import('./QuotationForm'));

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
        custom: customer.custom,
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

const none: readonly OpenValue[] = [];

/** What the open quotations of a lead come to, in rupees; 0 where it has none, or while it is not asked. */
export function useQuoted(isEnabled: boolean): (lead: Pick<Lead, 'id'>) => number {
  const { ok: canRead } = useMay('quotations.read');
  const { data } = useComputed<OpenValue[]>('/quotations/open-values', {
    dependsOn: ['quotations'],
    day: '',
    isEnabled: isEnabled && canRead,
  });
  return useMemo(() => {
    const values = new Map((data ?? none).map(({ lead_id, value }) => [lead_id, value]));
    return ({ id }) => values.get(id) ?? 0;
  }, [data]);
}

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
        custom: lead.custom,
      },
    [lead],
  );
  return { actions, dialog: <QuotationForm subject={subject} onClose={() => setLead(null)} /> };
}
