import { Button } from '@mantine/core';
import { IconLayoutKanban, IconList, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money';
import { ColumnChooser } from '~/kit/ui/ColumnChooser';
import { DataTable } from '~/kit/ui/DataTable';
import { FilterChips } from '~/kit/ui/FilterChips';
import { FilterPanel } from '~/kit/ui/FilterPanel';
import { ListSearch } from '~/kit/ui/ListSearch';
import { Page } from '~/kit/ui/Page';
import { SortSelect } from '~/kit/ui/SortSelect';
import { StatCards } from '~/kit/ui/StatCards';
import { useMissingRecord } from '~/kit/ui/useMissingRecord';
import { ViewToggle } from '~/kit/ui/ViewToggle';
import { ReadOnlyNote } from '~/modules/workspaces/screens/ReadOnlyNote';
import type { Order } from '../orders.fields';
import { figuresOf } from '../figures.rules';
import { OrderBoard } from './OrderBoard';
import { OrderDialogs, type OrderDialogsState, useOrderDialogs } from './OrderDialogs';
import { newestFirst, type OrderViewState, sortKeys, useOrderView } from './OrderView';
import { useOrders } from './orders.client';

const views = [
  { value: 'list', label: 'List', icon: <IconList size={16} aria-hidden /> },
  { value: 'kanban', label: 'Kanban', icon: <IconLayoutKanban size={16} aria-hidden /> },
] as const;

/** "Orders Management" (spec 2 §2.4, contract §5). */
export default function OrdersPage() {
  const orders = useOrders();
  const state = useOrderView(orders);
  const dialogs = useOrderDialogs(orders);
  useMissingRecord('/orders', 'Order', orders);
  const { filters, list, rows } = state;
  return (
    <Page
      fill
      title="Orders Management"
      subtitle="Track and manage customer orders"
      actions={
        <>
          <ViewToggle label="View" views={views} value={state.view} onChange={state.setView} />
          <ColumnChooser choice={state.choice} />
          {dialogs.create ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialogs.create}>
              New Order
            </Button>
          ) : null}
        </>
      }
    >
      <ReadOnlyNote />
      <Figures state={state} />
      <Tools state={state} />
      <FilterChips
        filters={list}
        values={filters.values}
        rows={orders.rows}
        onRemove={filters.remove}
        onClear={filters.clear}
      />
      {state.view === 'kanban' ? (
        <OrderBoard
          orders={orders}
          rows={rows}
          actions={dialogs.rowActions}
          onOpen={dialogs.view}
        />
      ) : (
        <OrderTable state={state} dialogs={dialogs} />
      )}
      <FilterPanel
        filters={list}
        values={filters.values}
        rows={orders.rows}
        onApply={filters.replace}
        sort={{
          columns: state.columns,
          keys: sortKeys,
          value: state.sort,
          initial: newestFirst,
          onApply: state.setSort,
        }}
        footer={
          orders.state === 'ready' ? `Showing ${rows.length} of ${orders.rows.length} orders` : null
        }
      />
      <OrderDialogs orders={orders} dialogs={dialogs} />
    </Page>
  );
}

/** The four cards: of all orders, whatever is filtered. */
function Figures({ state }: { state: OrderViewState }) {
  const { orders, rows, isFiltered } = state;
  const figures = useMemo(() => figuresOf(orders.rows), [orders.rows]);
  return (
    <StatCards
      loading={orders.state === 'loading'}
      cards={[
        {
          label: 'Total Orders',
          value: count.format(figures.total),
          ...(isFiltered ? { hint: `(${count.format(rows.length)} shown)` } : {}),
        },
        { label: 'Pending Orders', value: count.format(figures.pending) },
        { label: 'Delivered', value: count.format(figures.delivered) },
        {
          label: 'Total Revenue',
          value: formatMoney(figures.revenue, 'INR'),
          tooltip: 'The totals of all orders that are not cancelled',
        },
      ]}
    />
  );
}

const count = new Intl.NumberFormat('en-IN');

/** Above the orders: search, the board's order, and the way out of the columns' searches. */
function Tools({ state }: { state: OrderViewState }) {
  const { filters, searches } = state;
  return (
    <ListSearch
      label="Search orders"
      value={filters.values['search'] ?? ''}
      onChange={(text) => filters.set('search', text)}
    >
      {state.view === 'kanban' ? (
        <SortSelect
          columns={state.columns}
          keys={sortKeys}
          sort={state.sort}
          onSort={state.setSort}
        />
      ) : null}
      {state.view === 'list' && searches.isActive ? (
        <Button
          variant="default"
          leftSection={<IconSearchOff size={16} aria-hidden />}
          onClick={searches.clear}
        >
          Clear all searches
        </Button>
      ) : null}
    </ListSearch>
  );
}

const idOf = (order: Order) => order.id;
const isCancelled = (order: Order) => order.status === 'cancelled';

function OrderTable({ state, dialogs }: { state: OrderViewState; dialogs: OrderDialogsState }) {
  const { orders, choice, isFiltered } = state;
  return (
    <DataTable
      label="Orders"
      rows={state.rows}
      columns={choice.columns}
      rowId={idOf}
      sort={state.sort}
      onSort={state.setSort}
      columnSearch={state.searches.table}
      rowActions={choice.showsActions ? dialogs.rowActions : undefined}
      state={orders.state}
      loadingText="Loading orders..."
      failedText="Orders could not be loaded"
      onRetry={orders.retry}
      emptyText="No orders found"
      emptyHint={
        isFiltered
          ? 'No order fits the searches and filters.'
          : 'An order says what a customer buys, and holds it back in stock.'
      }
      emptyAction={
        isFiltered ? (
          <Button variant="default" onClick={state.clear}>
            Clear All
          </Button>
        ) : dialogs.create ? (
          <Button onClick={dialogs.create}>New Order</Button>
        ) : null
      }
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    />
  );
}
