import { Button } from '@mantine/core';
import { IconSearchOff, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { withChoices } from '~/kit/shared/filters/kind-filters';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { type RecordList, useRecordList } from '~/kit/ui/list/useRecordList';
import { loadAhead, loaderOf } from '~/kit/ui/hooks/ahead';
import { ownFile } from '~/kit/ui/hooks/ownFile';
import { useListFigures } from '~/modules/organization/company/screens/useListFigures';
import { ComputedFigures, type FigureCards } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import type { LongChoices } from '~/modules/sales/documents/lines/long-choices.fields';
import { longChoicesOf } from '~/modules/sales/documents/lines/long-choices.rules';
import { useCustomerChoices } from '~/modules/sales/customers/screens/useCustomerChoices';
import { manyOrderFields, type Order, searchedColumns } from '../orders.fields';
import { orderFigures, orderFilters } from '../orders.filters';
import { useOrderColumns } from './OrderColumns';
import { OrderDialogs, type OrderForms, useOrderDialogs } from './OrderDialogs';
import { type Orders, useOrders } from './orders.client';
import { pickingOf, savePickingList } from './PickingList';
import * as field from '~/kit/shared/fields/fields';
import { SettingDialog } from '~/modules/organization/company/screens/SettingDialog';
import { creditChecks } from '../credit.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';

const fields = {
  credit_check: field.choice({
    label: 'Orders above the credit limit of their customer',
    choices: creditChecks,
    required: true,
  }),
};
const names = ['credit_check'] as const;
const sections = [{ title: '', names, wide: names }];

/** "Order limits": what happens above a credit limit (docs/product/orders.md#credit-limit). */
function ManageOrderLimits() {
  const { role } = useSession();
  const { credit_check } = useSettings();
  if (role !== 'admin') return null;
  return (
    <SettingDialog
      command="Order limits"
      icon={<IconShieldCheck size={16} aria-hidden />}
      title="Order Limits"
      fields={fields}
      sections={sections}
      initial={{ credit_check }}
      submitLabel="Save Order Limits"
      patchOf={(values) => ({ credit_check: values.credit_check })}
      done="Order limits updated successfully"
    />
  );
}

const defaultColumns = [
  'order_number',
  'customer_name',
  'status',
  'item_count',
  'service_names',
  'total_amount',
  'delivery_date',
  'created_at',
  'created_by_name',
  'notes',
  actionsKey,
];

/** The sort keys of orders on the board and in the filters (docs/product/orders.md#screen). */
const sortKeys = [
  'created_at',
  'order_number',
  'customer_name',
  'status',
  'total_amount',
  'delivery_date',
];

const newestFirst: Sort = { key: 'created_at', direction: 'desc' };

const loadBoard = loaderOf(() => import('./OrderBoard'));
const OrderBoard = ownFile(async () => (await loadBoard()).OrderBoard);

const picking = pickingOf((ids) => void savePickingList(ids));

const nameOf = ({ order_number }: Order) => order_number;
const isCancelled = (order: Order) => order.status === 'cancelled';

const cards: FigureCards<keyof typeof orderFigures> = [
  { of: 'total', label: 'Total Orders' },
  { of: 'pending', label: 'Pending Orders' },
  { of: 'delivered', label: 'Delivered' },
  {
    of: 'revenue',
    isMoney: true,
    label: 'Total Revenue',
    tooltip: 'The totals of all orders that are not cancelled',
  },
];

export function OrdersPage(forms: OrderForms) {
  const orders = useOrders();
  const figures = useListFigures(orders, '/orders/figures', orderFigures);
  const list = useOrderList(orders, longChoicesOf(figures.data));
  const dialogs = useOrderDialogs(orders);
  useEffect(() => loadAhead(loadBoard), []);
  const bulk = useManyOrders();
  return (
    <ListPage
      of="orders"
      title="Orders Management"
      subtitle="Track and manage customer orders"
      records={orders}
      list={list}
      bulk={bulk}
      menu={<ManageOrderLimits />}
      create={{
        label: 'New Order',
        first: 'Create Your First Order',
        onClick: dialogs.create,
      }}
      figures={<ComputedFigures list={list} figures={figures} cards={cards} />}
      tools={<ClearSearches list={list} />}
      sortKeys={sortKeys}
      board={
        <OrderBoard
          coming={<p role="status">Loading orders...</p>}
          orders={orders}
          list={list}
          actions={dialogs.rowActions}
          onOpen={dialogs.view}
        />
      }
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

function useOrderList(orders: Orders, long: LongChoices | null) {
  const columns = useOrderColumns(orders);
  const customers = useCustomerChoices(orders.rows, long?.customers);
  const filters = useMemo(() => withChoices(orderFilters, { customer_id: customers }), [customers]);
  const view = {
    name: 'orders',
    columns,
    defaultColumns,
    filters,
    sort: newestFirst,
    layout: 'list' as const,
    columnSearches: searchedColumns,
  };
  return useRecordList(orders, view, useCompany());
}

function ClearSearches({ list: { searches, chosen } }: { list: RecordList<Order> }) {
  if (!searches.isTyped) return null;
  return (
    <>
      {searches.left.length > 0 ? (
        <SoftText as="span" small role="status">
          {`Not searched in so many orders: ${searches.left.join(', ')}`}
        </SoftText>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconSearchOff size={16} aria-hidden />}
        onClick={chosen.clearSearches}
      >
        Clear all searches
      </Button>
    </>
  );
}

/** What is done with many at once. */
function useManyOrders() {
  const { today } = useCompany();
  const bulk = useBulk('orders', { today, nameOf, fields: manyOrderFields });
  const { ok: mayPick } = useMay('deliveries.read');
  return useMemo(() => bulk && (mayPick ? { ...bulk, more: picking } : bulk), [bulk, mayPick]);
}
