import { IconPackageImport } from '@tabler/icons-react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { enterBill } from '~/modules/buying/bills/screens/EnterBill';
import type { WithExtras } from '~/modules/buying/purchase-orders/screens/PurchaseOrderActions';

const ReceiveOrder = lazyDialog(
  'order',
  async () => (await import('~/modules/buying/goods-receipts/screens/ReceiptForm')).ReceiveOrder,
);

/** What modules above add to purchase orders, such as "Receive": in their list and on their pages. */
export const extras: WithExtras['extras'] = [
  {
    action: { key: 'receive', label: () => 'Receive', icon: <IconPackageImport size={16} /> },
    right: 'goods_receipts.create',
    isOffered: ({ status }) => status === 'ordered',
    Dialog: ReceiveOrder,
  },
  enterBill,
];
