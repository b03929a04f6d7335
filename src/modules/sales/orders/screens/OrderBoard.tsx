import { useCallback } from 'react';
import type { Day } from '~/kit/shared/time/days';
import { Badge } from '~/kit/ui/elements/Badge';
import { RecordBoard } from '~/kit/ui/board/RecordBoard';
import type { RecordList } from '~/kit/ui/list/useRecordList';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { DocumentCard } from '~/modules/sales/documents/screens/DocumentCard';
import { isOverdue } from '../orders.filters';
import { type Order, orderStatuses } from '../orders.fields';
import { failedMove, moveOrder, type Orders } from './orders.client';

interface Props {
  orders: Orders;
  list: RecordList<Order>;
  actions: readonly RowAction<Order>[];
  onOpen: (order: Order) => void;
}

const columns = orderStatuses.map(({ value, label, color }) => ({
  id: value,
  title: label,
  color,
}));

const statusOf = (order: Order) => order.status;
const numberOf = (order: Order) => order.order_number;

/**
 * The orders in the columns of their statuses; a card moves once the server has confirmed it
 * (docs/product/orders.md#board).
 */
export function OrderBoard({ orders, list, actions, onOpen }: Props) {
  const { today } = useCompany();
  const writing = useMay('orders.update');
  const cardOf = useCallback((order: Order) => <OrderCard order={order} today={today} />, [today]);
  // Any status may follow any other (docs/product/orders.md#board); the server refuses what stock does not permit.
  const canMove = useCallback(() => writing, [writing]);
  return (
    <RecordBoard
      records={orders}
      list={list}
      plural="orders"
      by="status"
      columns={columns}
      filter="status"
      columnOf={statusOf}
      cardLabel={numberOf}
      renderCard={cardOf}
      cardHeight={92}
      canMove={canMove}
      onMove={(order, status) => moveOrder(orders, order, status)}
      failedMove={failedMove}
      cardActions={actions}
      onOpenCard={onOpen}
    />
  );
}

function OrderCard({ order, today }: { order: Order; today: Day }) {
  return (
    <DocumentCard document={order} day={order.order_date}>
      {isOverdue(order, today) ? <Badge color="red">Overdue</Badge> : null}
    </DocumentCard>
  );
}
