import type { Order, OrderItem, OrderService } from '../orders.fields';
import { useWholeOrder } from './orders.client';
import { WholeLines } from './WholeLines';

export function OrderLines({ order }: { order: Order }) {
  return <WholeLines noun="order" id={order.id} whole={useWholeOrder(order)} moreOf={progressOf} />;
}

function progressOf(line: OrderItem | OrderService): string[] {
  const { invoiced_quantity, quantity } = line;
  const isItem = 'returned_quantity' in line;
  const { delivered_quantity: gone = 0, open_quantity: open = 0 } = isItem ? line : {};
  const { closed_quantity: closed = 0, returned_quantity: back = 0 } = isItem ? line : {};
  return [
    gone > 0 ? `Delivered ${gone} of ${quantity}` : '',
    gone > 0 && open > 0 ? `Open ${open}` : '',
    closed > 0 ? `Closed ${closed}` : '',
    invoiced_quantity > 0 ? `Invoiced ${invoiced_quantity} of ${quantity}` : '',
    back > 0 ? `Returned ${back} of ${quantity}` : '',
  ];
}
