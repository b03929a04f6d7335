import { PaperQuestion, type Question } from '~/modules/sales/papers/screens/PaperQuestion';
import type { PurchaseOrder } from '../purchase-orders.fields';
import { purchaseLabel } from '../purchase-orders.rules';
import type { PurchaseOrderQuestion } from './PurchaseOrderActions';
import type { PurchaseOrders } from './purchase-orders.client';

interface Props {
  orders: PurchaseOrders;
  question: PurchaseOrderQuestion | null;
  onClose: () => void;
}

/** Asks before a purchase order is sent, placed, closed, cancelled or deleted. */
export default function ConfirmPurchaseAction({ orders, question, onClose }: Props) {
  return <PaperQuestion question={question && questionOf(orders, question)} onClose={onClose} />;
}

function questionOf(
  orders: PurchaseOrders,
  { ask, record: order }: PurchaseOrderQuestion,
): Question {
  const { id, vendor_name, updated_at } = order;
  const label = purchaseLabel(order);
  const of = { id, subject: `${label} · ${vendor_name}` };
  switch (ask) {
    case 'send':
      return sendQuestion(orders, order);
    case 'markOrdered':
      return {
        ...of,
        title: 'Mark as Ordered',
        message:
          'The order counts as placed, and its prices become terms of the vendor. No email is sent.',
        act: async () => {
          await orders.setStatus(id, { status: 'ordered', updated_at });
          return `Purchase order ${label} marked as ordered successfully`;
        },
        refused: 'Failed to update purchase order',
      };
    case 'close':
      return {
        ...of,
        title: 'Close Purchase Order',
        message: 'Open quantities are no longer expected, and the order counts as received.',
        act: async (key) => {
          await orders.close(order, key);
          return `Purchase order ${label} closed successfully`;
        },
        refused: 'Failed to close purchase order',
      };
    case 'cancel':
      return {
        ...of,
        title: 'Cancel Purchase Order',
        message: 'Nothing of this order is expected any longer. The vendor is not notified.',
        cancelLabel: 'Keep Purchase Order',
        danger: true,
        act: async () => {
          await orders.setStatus(id, { status: 'cancelled', updated_at });
          return `Purchase order ${label} cancelled successfully`;
        },
        refused: 'Failed to cancel purchase order',
      };
    case 'delete':
      return {
        ...of,
        title: 'Delete Purchase Order',
        message: 'This action cannot be undone and will permanently remove this draft.',
        danger: true,
        act: async () => {
          await orders.delete(id);
          return `Purchase order ${label} deleted successfully`;
        },
        refused: 'Failed to delete purchase order',
      };
  }
}

function sendQuestion(orders: PurchaseOrders, order: PurchaseOrder): Question {
  const { id, vendor_name } = order;
  const label = purchaseLabel(order);
  return {
    id,
    title: 'Send Purchase Order',
    message: `Send purchase order ${label} to ${vendor_name} via email?`,
    act: async (key) => {
      await orders.send(id, key);
      return `Purchase order ${label} sent successfully to ${vendor_name}`;
    },
    refused: 'Failed to send purchase order',
    onRefused: () => void orders.refresh(id).catch(() => undefined),
  };
}
