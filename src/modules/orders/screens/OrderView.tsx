import { useMemo, useState } from 'react';
import { predicateOf } from '~/kit/shared/filters';
import { actionsKey, type ColumnSearch, type Sort } from '~/kit/ui/tableColumn';
import { useColumnChoice } from '~/kit/ui/useColumnChoice';
import { useFilters } from '~/kit/ui/useFilters';
import { useStored } from '~/kit/ui/useStored';
import { useTableView } from '~/kit/ui/useTableView';
import { useCustomers } from '~/modules/customers/screens/customers.client';
import { useCompany } from '~/modules/settings/screens/settings.client';
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

/** What orders can be sorted by on the board and in the filters (spec 2 §9). */
export const sortKeys = [
  'created_at',
  'order_number',
  'customer_name',
  'status',
  'total_amount',
  'delivery_date',
];

export const newestFirst: Sort = { key: 'created_at', direction: 'desc' };

/** How the screen looks at the orders: view, order, filters, columns and the columns' searches. */
export function useOrderView(orders: Orders) {
  const { today } = useCompany();
  const [view, setView] = useStored('orders-view', ['list', 'kanban'], 'list');
  const [sort, setSort] = useState(newestFirst);
  const filters = useFilters('orders-filters');
  const list = useOrderFilters();
  const columns = useOrderColumns(orders);
  const choice = useColumnChoice('orders-table-columns', columns, defaultColumns);
  const searches = useColumnSearches(choice.visibleKeys);
  const predicate = useMemo(
    () => predicateOf(list, filters.values, { today }),
    [list, filters.values, today],
  );
  const isSearched = view === 'list' && searches.isActive;
  const { rows } = useTableView(orders.rows, columns, {
    predicate: predicate ?? undefined,
    sort,
    columnSearch: isSearched ? searches.table.values : undefined,
  });
  return {
    orders,
    view,
    setView,
    sort,
    setSort,
    filters,
    list,
    columns,
    choice,
    searches,
    /** What is to be shown, in its order. */
    rows,
    isFiltered: predicate !== null || isSearched,
    clear: () => {
      filters.clear();
      searches.clear();
    },
  };
}

export type OrderViewState = ReturnType<typeof useOrderView>;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function useOrderFilters() {
  const customers = useCustomers();
  return useMemo(() => {
    const choices = customers.rows.map(({ id, company_name }) => ({
      value: String(id),
      label: company_name,
    }));
    return orderFilters(choices.sort((one, other) => collator.compare(one.label, other.label)));
  }, [customers.rows]);
}

/** A text for each column that is shown: what a hidden one is searched for holds nothing back. */
function useColumnSearches(visibleKeys: readonly string[]) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const table = useMemo<ColumnSearch>(
    () => ({
      values: Object.fromEntries(
        Object.entries(typed).filter(([key]) => visibleKeys.includes(key)),
      ),
      onChange: (key, text) => setTyped((before) => ({ ...before, [key]: text })),
    }),
    [typed, visibleKeys],
  );
  return {
    table,
    isActive: Object.values(table.values).some((text) => text.trim() !== ''),
    clear: () => setTyped({}),
  };
}
