import { PaperQuestion, type Question } from '~/modules/sales/papers/screens/PaperQuestion';
import type { DeliveryQuestion } from './DeliveryActions';
import { type Deliveries, invoiceDelivery } from './deliveries.client';

interface Props {
  deliveries: Deliveries;
  question: DeliveryQuestion | null;
  onClose: () => void;
}

/** Asks before a delivery is dispatched, delivered, cancelled, invoiced or deleted. */
export default function ConfirmDeliveryAction({ deliveries, question, onClose }: Props) {
  return (
    <PaperQuestion question={question && questionOf(deliveries, question)} onClose={onClose} />
  );
}

function questionOf(deliveries: Deliveries, { ask, record: delivery }: DeliveryQuestion): Question {
  const { id, delivery_number, order_number, customer_name, updated_at } = delivery;
  const of = { id, subject: `${delivery_number} · ${order_number} · ${customer_name}` };
  const move = async (status: 'dispatched' | 'delivered' | 'cancelled', done: string) => {
    await deliveries.setStatus(id, { status, updated_at });
    return done;
  };
  switch (ask) {
    case 'dispatch':
      return {
        ...of,
        title: 'Dispatch',
        message: 'The goods leave stock, and the challan gets its number.',
        act: () => move('dispatched', 'Delivery dispatched successfully!'),
        refused: 'Failed to dispatch delivery',
      };
    case 'deliver':
      return {
        ...of,
        title: 'Mark as Delivered',
        message: 'The goods have arrived at the customer.',
        act: () => move('delivered', 'Delivery marked as delivered successfully!'),
        refused: 'Failed to update delivery',
      };
    case 'cancel':
      return {
        ...of,
        title: 'Cancel Delivery',
        message: 'The goods come back to stock, and are open on the order again. The number stays.',
        cancelLabel: 'Keep Delivery',
        danger: true,
        act: () => move('cancelled', 'Delivery cancelled successfully!'),
        refused: 'Failed to cancel delivery',
      };
    case 'invoice':
      return {
        ...of,
        title: 'Create Invoice',
        message: 'A draft invoice takes the lines and quantities of this delivery.',
        act: async (key) => {
          const { invoice_number } = await invoiceDelivery(delivery, key);
          return `Invoice ${invoice_number} created successfully!`;
        },
        refused: 'Failed to create invoice',
      };
    case 'delete':
      return {
        ...of,
        title: 'Delete Delivery',
        message: 'This action cannot be undone and will permanently remove this draft.',
        danger: true,
        act: async () => {
          await deliveries.delete(id);
          return 'Delivery deleted successfully!';
        },
        refused: 'Failed to delete delivery',
      };
  }
}
