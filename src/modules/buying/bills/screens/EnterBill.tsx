import { IconFileDollar } from '@tabler/icons-react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { PurchaseOrder } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import type { Extra } from '~/modules/records/records/screens/Extras';

const OrderBill = lazyDialog('record', async () => (await import('./BillForm')).OrderBill);

/** "Enter Bill" on purchase orders. */
export const enterBill: Extra<PurchaseOrder> = {
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
