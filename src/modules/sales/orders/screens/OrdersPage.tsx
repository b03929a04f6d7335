import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { loadAhead, untilLoaded } from '~/kit/ui/hooks/ahead';
import { ownFile } from '~/kit/ui/hooks/ownFile';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useBulk, useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Order } from '../orders.fields';
import { figuresOf } from '../figures.rules';
import { ManageOrderLimits } from './ManageOrderLimits';
import { OrderDialogs, type OrderForms, useOrderDialogs } from './OrderDialogs';
import { type OrderViewState, sortKeys, useOrderView } from './OrderView';
import { type Orders, useOrders } from './orders.client';
import { pickingOf, savePickingList } from './PickingList';

const loadBoard = () => untilLoaded(() => import('./OrderBoard'));
const OrderBoard = ownFile(async () => (await loadBoard()).OrderBoard);

const picking = pickingOf((ids) => void savePickingList(ids));

const nameOf = ({ order_number }: Order) => order_number;
const isCancelled = (order: Order) => order.status === 'cancelled';

export function OrdersPage(forms: OrderForms) {
  const orders = useOrders();
  const state = useOrderView(orders);
  const dialogs = useOrderDialogs(orders);
  useEffect(() => loadAhead(loadBoard), []);
  const { found } = state.searches;
  const bulk = useManyOrders();
  return (
    <ListPage
      of="orders"
      title="Orders Management"
      subtitle="Track and manage customer orders"
      records={orders}
      list={state.list}
      found={found}
      bulk={bulk}
      menu={
        <>
          <ColumnChooser choice={found.choice} />
          <ManageOrderLimits />
        </>
      }
      create={{
        label: 'New Order',
        first: 'Create Your First Order',
        onClick: dialogs.create,
      }}
      figures={<Figures orders={orders} shown={found.isFiltered ? found.rows.length : null} />}
      tools={<ClearSearches searches={state.searches} />}
      sortKeys={sortKeys}
      board={
        <OrderBoard
          coming={<p role="status">Loading orders...</p>}
          orders={orders}
          rows={found.rows}
          actions={dialogs.rowActions}
          onOpen={dialogs.view}
        />
      }
      columnSearch={state.searches.table}
      rowActions={dialogs.rowActions}
      emptyHint="An order records what a customer buys and reserves the stock."
      noMatchHint="No orders match your searches and filters."
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    >
      <OrderDialogs orders={orders} dialogs={dialogs} {...forms} />
    </ListPage>
  );
}

function Figures({ orders, shown }: { orders: Orders; shown: number | null }) {
  const figures = useMemo(() => figuresOf(orders.rows), [orders.rows]);
  return (
    <StatCards
      state={orders.state}
      cards={[
        {
          label: 'Total Orders',
          value: formatNumber(figures.total),
          ...(shown === null ? {} : { hint: `(${formatNumber(shown)} shown)` }),
        },
        { label: 'Pending Orders', value: formatNumber(figures.pending) },
        { label: 'Delivered', value: formatNumber(figures.delivered) },
        {
          label: 'Total Revenue',
          value: formatMoney(figures.revenue, 'INR'),
          tooltip: 'The totals of all orders that are not cancelled',
        },
      ]}
    />
  );
}

function ClearSearches({ searches }: Pick<OrderViewState, 'searches'>) {
  if (!searches.isActive) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconSearchOff size={16} aria-hidden />}
      onClick={searches.clear}
    >
      Clear all searches
    </Button>
  );
}

/** What is done with many at once. */
function useManyOrders() {
  const { today } = useCompany();
  const bulk = useBulk('orders', { today, nameOf });
  const { ok: mayPick } = useMay('deliveries.read');
  return useMemo(() => bulk && (mayPick ? { ...bulk, more: picking } : bulk), [bulk, mayPick]);
}
