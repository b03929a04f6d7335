import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { PurchaseOrderDialogsState } from './PurchaseOrderActions';
import type { PurchaseOrders } from './purchase-orders.client';

const PurchaseOrderDetails = lazyDialog('order', () => import('./PurchaseOrderDetails'));
const PurchaseOrderForm = lazyDialog('subject', () => import('./PurchaseOrderForm'));
const ConfirmPurchaseAction = lazyDialog('question', () => import('./ConfirmPurchaseAction'));

interface Props {
  orders: PurchaseOrders;
  dialogs: PurchaseOrderDialogsState;
}

export function PurchaseOrderDialogs({ orders, dialogs }: Props) {
  const { viewed, subject, question, extra, close } = dialogs;
  return (
    <>
      <PurchaseOrderDetails order={viewed} show={dialogs} onClose={close} />
      <PurchaseOrderForm orders={orders} subject={subject} onClose={close} />
      <ConfirmPurchaseAction orders={orders} question={question} onClose={close} />
      {extra.dialogs}
    </>
  );
}
