import { useMemo } from 'react';
import { actionsKey, type ColumnSearch, type Sort } from '~/kit/ui/grid/tableColumn';
import { type RecordList, useRecordList } from '~/kit/ui/list/useRecordList';
import { useTableView } from '~/kit/ui/grid/useTableView';
import { useCustomerChoices } from '~/modules/sales/customers/screens/useCustomerChoices';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Order } from '../orders.fields';
import { orderFilters } from '../orders.filters';
import { useOrderColumns } from './OrderColumns';
import type { Orders } from './orders.client';

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
export const sortKeys = [
  'created_at',
  'order_number',
  'customer_name',
  'status',
  'total_amount',
  'delivery_date',
];

const newestFirst: Sort = { key: 'created_at', direction: 'desc' };

export function useOrderView(orders: Orders) {
  const columns = useOrderColumns(orders);
  const customers = useCustomerChoices(orders.rows);
  const filters = useMemo(() => orderFilters(customers), [customers]);
  const list = useRecordList(
    orders,
    {
      name: 'orders',
      columns,
      defaultColumns,
      filters,
      sort: newestFirst,
      layout: 'list',
      isSearchedByColumn: true,
    },
    useCompany(),
  );
  const searches = useColumnSearches(list, list.layout === 'list');
  return { list, searches };
}

export type OrderViewState = ReturnType<typeof useOrderView>;

/**
 * The search texts of the visible columns; searches of hidden columns do not apply, nor do any on the board. `found` is
 * the filtered list.
 */
function useColumnSearches(list: RecordList<Order>, isList: boolean) {
  const { columns, choice, chosen } = list;
  const { visibleKeys } = choice;
  const { searches, search } = chosen;
  const table = useMemo<ColumnSearch>(
    () => ({
      values: Object.fromEntries(
        Object.entries(searches).filter(([key]) => visibleKeys.includes(key)),
      ),
      onChange: search,
    }),
    [searches, search, visibleKeys],
  );
  const isActive = isList && Object.values(table.values).some((text) => text.trim() !== '');
  const columnSearch = isActive ? table.values : undefined;
  const { rows } = useTableView(list.rows, columns, { columnSearch });
  const clear = chosen.clearSearches;
  const clearAll = () => {
    list.clear();
    clear();
  };
  const isFiltered = list.isFiltered || isActive;
  return { table, isActive, clear, found: { ...list, rows, isFiltered, clear: clearAll } };
}
