import { Badge } from '~/kit/ui/elements/Badge';
import { useComputed } from '~/kit/ui/data/computed';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { creditText, type CustomerCredit, isAboveCredit } from '../credit.rules';

interface Props {
  customer_id: number | null;
  company_name: string;
  total: number;
}

const dependsOn = ['customers', 'orders', 'invoices', 'payments', 'receipts', 'advances'];

/** Says that a new order exceeds its customer's credit limit (docs/product/orders.md#credit-limit). */
export function CreditNote({ customer_id, company_name, total }: Props) {
  const { credit_check } = useSettings();
  const { today } = useCompany();
  const mayExceed = useMay('orders.exceed_credit').ok;
  const { data, isEarlier } = useComputed<CustomerCredit>(`/customers/${customer_id}/credit`, {
    dependsOn,
    day: today,
    isEnabled: customer_id !== null && credit_check !== 'off',
  });
  const isAbove = data !== null && !isEarlier && isAboveCredit(data, total);
  const isStopped = credit_check === 'stop' && !mayExceed;
  return (
    <div role="status">
      {isAbove && credit_check !== 'off' ? (
        <p>
          <Badge color={isStopped ? 'red' : 'yellow'}>Warning</Badge>{' '}
          {creditText(data, { company_name, total })}.
          {isStopped ? ' Ask someone who may exceed it.' : ''}
        </p>
      ) : null}
    </div>
  );
}
