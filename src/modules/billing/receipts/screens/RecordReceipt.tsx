import { IconCashRegister } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { CustomerActionKind } from '~/modules/sales/customers/screens/CustomerAction';

/** The payer, where it is known before the form opens. */
export type Payer = Pick<Customer, 'id' | 'company_name'>;

const CustomerReceiptForm = lazyDialog(
  'customer',
  async () => (await import('./ReceiptForm')).CustomerReceiptForm,
);

const shared = { key: 'receipt', label: 'Record Receipt', icon: <IconCashRegister size={16} /> };

/** "Record Receipt" in the list of customers and on a customer's page. */
export const customerReceipt: CustomerActionKind = {
  ...shared,
  right: 'receipts.create',
  Form: CustomerReceiptForm,
};

/**
 * "Record Receipt" on other screens: `record` opens the form with the customer filled in, null where the person may not;
 * `dialog` is to be drawn once.
 */
export function useRecordReceipt(): {
  record: ((payer: Payer) => void) | null;
  dialog: ReactNode;
  icon: ReactNode;
} {
  const [payer, setPayer] = useState<Payer | null>(null);
  const { ok: canRecord } = useMay('receipts.create');
  return {
    record: canRecord ? setPayer : null,
    dialog: <CustomerReceiptForm customer={payer} onClose={() => setPayer(null)} />,
    icon: shared.icon,
  };
}
