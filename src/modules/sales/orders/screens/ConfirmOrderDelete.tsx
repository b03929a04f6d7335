import { reasonOf } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import type { Order } from '../orders.fields';
import type { Orders } from './orders.client';

interface Props {
  orders: Orders;
  doomed: Order | null;
  onClose: () => void;
}

export function ConfirmOrderDelete({ orders, doomed, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={doomed !== null}
      title="Delete Order"
      subject={doomed ? `${doomed.order_number} of ${doomed.customer_name}` : ''}
      message="This action cannot be undone. Reserved or shipped stock is returned."
      confirmLabel="Delete Order"
      danger
      onConfirm={async () => {
        if (doomed) await deleteOrder(orders, doomed);
      }}
      onClose={onClose}
    />
  );
}

async function deleteOrder(orders: Orders, order: Order): Promise<void> {
  try {
    await orders.delete(order.id);
    toast('success', 'Order deleted successfully!');
  } catch (error) {
    toast('error', `Failed to delete order: ${reasonOf(error)}`);
    throw error;
  }
}
