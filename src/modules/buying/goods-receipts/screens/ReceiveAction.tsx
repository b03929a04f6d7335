import { IconPackageImport } from '@tabler/icons-react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { canReceive } from '~/modules/buying/purchase-orders/purchase-orders.rules';
import type { PurchaseOrder } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import type { Extra } from '~/modules/records/records/screens/Extras';

/** "Receive" on a purchase order that waits for goods. */
export const receiveAction: Extra<PurchaseOrder> = {
  action: { key: 'receive', label: () => 'Receive', icon: <IconPackageImport size={16} /> },
  right: 'goods_receipts.create',
  isOffered: (order) => order.status === 'ordered' && canReceive(order).ok,
  Dialog: lazyDialog('record', async () => (await import('./ReceiptForm')).ReceiveOrder),
};
