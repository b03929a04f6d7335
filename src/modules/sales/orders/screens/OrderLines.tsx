import { formatNumber } from '~/kit/shared/money/numbers';
import type { Order, OrderItem, OrderService } from '../orders.fields';
import { holdingOf } from '../orders.rules';
import { heldBy } from '../stock.rules';
import { useWholeOrder } from './orders.client';
import { WholeLines } from './WholeLines';

export function OrderLines({ order }: { order: Order }) {
  return (
    <WholeLines
      noun="order"
      id={order.id}
      whole={useWholeOrder(order)}
      moreOf={(line) => progressOf(order, line)}
    />
  );
}

/** How far a line is: of goods from the order to the invoice, of services how much is invoiced. */
function progressOf({ status }: Order, line: OrderItem | OrderService): string[] {
  const { invoiced_quantity: invoiced, quantity } = line;
  if (!('returned_quantity' in line) || holdingOf(status) === 'none')
    return [invoiced > 0 ? `Invoiced ${invoiced} of ${quantity}` : ''];
  const steps = [
    ['Ordered', quantity],
    ['Reserved', heldBy(status, line).reserved],
    ['Delivered', line.delivered_quantity],
    ['Invoiced', invoiced],
    ['Open', line.open_quantity],
  ] as const;
  const exceptions = [
    ['Closed', line.closed_quantity],
    ['Returned', line.returned_quantity],
  ] as const;
  const shown = [...steps, ...exceptions.filter(([, amount]) => amount > 0)];
  return [shown.map(([word, amount]) => `${word} ${formatNumber(amount)}`).join(' · ')];
}
