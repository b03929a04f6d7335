import { Button } from '@mantine/core';
import { IconLayoutKanban, IconList, IconSearchOff } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { MoreActions } from '~/kit/ui/shell/MoreActions';
import { Page } from '~/kit/ui/shell/Page';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { SortSelect } from '~/kit/ui/list/SortSelect';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { loadAhead, untilLoaded } from '~/kit/ui/hooks/ahead';
import { ownFile } from '~/kit/ui/hooks/ownFile';
import { ViewToggle } from '~/kit/ui/elements/ViewToggle';
import { useBulk, useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { ReadOnlyNote } from '~/modules/organization/workspaces/screens/ReadOnlyNote';
import type { Order } from '../orders.fields';
import { figuresOf } from '../figures.rules';
import { ManageOrderLimits } from './ManageOrderLimits';
import { OrderDialogs, type OrderForms, useOrderDialogs } from './OrderDialogs';
import { type OrderViewState, sortKeys, useOrderView } from './OrderView';
import { type Orders, useOrders } from './orders.client';
import { pickingOf, savePickingList } from './PickingList';

const loadBoard = () => untilLoaded(() => import('./OrderBoard'));
const OrderBoard = ownFile(async () => (await loadBoard()).OrderBoard);

const views = [
  { value: 'list', label: 'List', icon: <IconList size={16} aria-hidden /> },
  { value: 'board', label: 'Kanban', icon: <IconLayoutKanban size={16} aria-hidden /> },
] as const;

const picking = pickingOf((ids) => void savePickingList(ids));

const nameOf = ({ order_number }: Order) => order_number;
const isCancelled = (order: Order) => order.status === 'cancelled';

export function OrdersPage(forms: OrderForms) {
  const orders = useOrders();
  const state = useOrderView(orders);
  const dialogs = useOrderDialogs(orders);
  useEffect(() => loadAhead(loadBoard), []);
  const { found } = state.searches;
  const { fileName, bulk } = useManyOrders();
  return (
    <Page
      fill
      title="Orders Management"
      subtitle="Track and manage customer orders"
      actions={
        <>
          <ViewToggle label="View" views={views} value={found.layout} onChange={found.setLayout} />
          <MoreActions>
            <ColumnChooser choice={found.choice} />
            <ManageOrderLimits />
          </MoreActions>
          <AddButton onClick={dialogs.create}>New Order</AddButton>
        </>
      }
    >
      <ReadOnlyNote />
      <Figures orders={orders} shown={found.isFiltered ? found.rows.length : null} />
      <Tools state={state} />
      {found.layout === 'board' ? (
        <OrderBoard
          coming={<p role="status">Loading orders...</p>}
          orders={orders}
          rows={found.rows}
          actions={dialogs.rowActions}
          onOpen={dialogs.view}
        />
      ) : (
        <RecordTable
          list={found}
          bulk={bulk}
          label="Orders"
          columnSearch={state.searches.table}
          rowActions={dialogs.rowActions}
          emptyHint="An order records what a customer buys and reserves the stock."
          emptyAction={
            dialogs.create ? (
              <Button onClick={dialogs.create}>Create Your First Order</Button>
            ) : null
          }
          noMatchHint="No orders match your searches and filters."
          onOpenRow={dialogs.view}
          isRowMuted={isCancelled}
        />
      )}
      <RecordFilters list={found} counted="orders" sortKeys={sortKeys} fileName={fileName} />
      <OrderDialogs orders={orders} dialogs={dialogs} {...forms} />
    </Page>
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

function Tools({ state }: { state: OrderViewState }) {
  const { list, searches } = state;
  return (
    <RecordTools list={{ ...list, rows: searches.found.rows }} label="Search orders">
      {list.layout === 'board' ? (
        <SortSelect columns={list.columns} keys={sortKeys} sort={list.sort} onSort={list.setSort} />
      ) : null}
      {searches.isActive ? (
        <Button
          variant="default"
          leftSection={<IconSearchOff size={16} aria-hidden />}
          onClick={searches.clear}
        >
          Clear all searches
        </Button>
      ) : null}
    </RecordTools>
  );
}

/** What is done with many at once. */
function useManyOrders() {
  const { today } = useCompany();
  const fileName = useMay('orders.export').ok ? `orders-${today}` : undefined;
  const bulk = useBulk('orders', { today, nameOf });
  const { ok: mayPick } = useMay('deliveries.read');
  const withPicking = useMemo(
    () => bulk && (mayPick ? { ...bulk, more: picking } : bulk),
    [bulk, mayPick],
  );
  return { fileName, bulk: withPicking };
}
