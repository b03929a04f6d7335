import { useMemo } from 'react';
import { customKey } from '~/kit/shared/fields/custom';
import {
  isBare,
  type StoredLook,
  type ListLayout,
  type ListLook,
} from '~/kit/shared/filters/list-look';
import { sameList } from '~/kit/ui/columns/columnChoice';
import type { Column, Sort } from '~/kit/ui/columns/tableColumn';
import type { ColumnChoice } from '~/kit/ui/columns/useColumnChoice';
import type { ViewedList } from './listViews';
import type { ListLookState } from './useListLook';

interface Setup<Row> {
  name: string;
  columns: readonly Column<Row>[];
  filters: ViewedList['filters'];
  sort: Sort;
  layout?: ListLayout;
}

interface Now<Row> {
  filterKeys: readonly string[];
  sort: Sort;
  choice: ColumnChoice<Row>;
}

/** What a saved view is made of, and the way to show one. */
export function useViewedList<Row>(
  { look, arrivals, change, layout }: ListLookState,
  { name, columns, filters, sort: initialSort, layout: opening }: Setup<Row>,
  { filterKeys, sort, choice: { visibleKeys, ownKeys, usable, all } }: Now<Row>,
): ViewedList {
  return useMemo(() => {
    const shown: ListLook = {
      filters: look.filters,
      sort,
      columns: visibleKeys,
      layout: opening ? layout : null,
    };
    const available = new Set(filterKeys);
    const lookOf = (stored: StoredLook): ListLook => ({
      filters: Object.fromEntries(
        Object.entries(stored.filters ?? {}).filter(
          ([key, value]) => value !== '' && (available.has(key) || customKey(key) !== null),
        ),
      ),
      sort: sortAmong(columns, stored.sort) ?? initialSort,
      columns: stored.columns?.length ? usable(stored.columns) : visibleKeys,
      layout: opening ? (stored.layout ?? layout) : null,
    });
    return {
      name,
      look: shown,
      saved: look.saved,
      isBare: isBare(look),
      arrivals,
      filters,
      filterKeys,
      columnKeys: all.map(({ key }) => key),
      lookOf,
      show: (stored, saved, step) => {
        const next = lookOf(stored);
        const isOwn = sameList(next.columns, ownKeys);
        change({ ...next, columns: isOwn ? null : next.columns, saved }, step);
      },
      forgetView: () => change({ saved: null }, 'replace'),
      showPlain: () =>
        change({ filters: {}, sort: null, columns: null, layout: null, saved: null }, 'push'),
    };
  }, [
    look,
    arrivals,
    change,
    layout,
    name,
    columns,
    filters,
    filterKeys,
    sort,
    initialSort,
    opening,
    visibleKeys,
    ownKeys,
    usable,
    all,
  ]);
}

/** The order, where a column of the list can be sorted by it. */
export function sortAmong<Row>(
  columns: readonly Column<Row>[],
  sort: Sort | null | undefined,
): Sort | null {
  const column = sort && columns.find(({ key }) => key === sort.key);
  return sort && (column?.sortValue || column?.sortField) ? sort : null;
}
