import { IconFileDollar } from '@tabler/icons-react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { PurchaseOrderExtra } from '~/modules/buying/purchase-orders/screens/PurchaseOrderActions';

const OrderBill = lazyDialog('order', async () => (await import('./BillForm')).OrderBill);

/** "Enter Bill" on purchase orders. */
export const enterBill: PurchaseOrderExtra = {
  action: {
    key: 'bill',
    label: () => 'Enter Bill',
    icon: <IconFileDollar size={16} />,
  },
  right: 'bills.create',
  isOffered: ({ status, bill_state }) =>
    (status === 'ordered' || status === 'received') && bill_state !== 'fully',
  Dialog: OrderBill,
};
