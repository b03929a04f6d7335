import type { Order, OrderItem, OrderService } from '../orders.fields';
import { useWholeOrder } from './orders.client';
import { WholeLines } from './WholeLines';

export function OrderLines({ order }: { order: Order }) {
  return <WholeLines noun="order" id={order.id} whole={useWholeOrder(order)} moreOf={progressOf} />;
}

function progressOf(line: OrderItem | OrderService): string[] {
  const { invoiced_quantity, quantity } = line;
  const back = 'returned_quantity' in line ? line.returned_quantity : 0;
  return [
    invoiced_quantity > 0 ? `Invoiced ${invoiced_quantity} of ${quantity}` : '',
    back > 0 ? `Returned ${back} of ${quantity}` : '',
  ];
}
