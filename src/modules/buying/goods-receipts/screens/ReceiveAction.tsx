import { IconPackageImport } from '@tabler/icons-react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { canReceive } from '~/modules/buying/purchase-orders/purchase-orders.rules';
import type { PurchaseOrderExtra } from '~/modules/buying/purchase-orders/screens/PurchaseOrderActions';

/** "Receive" on a purchase order that waits for goods. */
export const receiveAction: PurchaseOrderExtra = {
  action: { key: 'receive', label: () => 'Receive', icon: <IconPackageImport size={16} /> },
  right: 'goods_receipts.create',
  isOffered: (order) => order.status === 'ordered' && canReceive(order).ok,
  Dialog: lazyDialog('order', async () => (await import('./ReceiptForm')).ReceiveOrder),
};
