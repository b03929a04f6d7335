import { useMemo } from 'react';
import { customKey } from '~/kit/shared/fields/custom';
import { isBare, type StoredLook, type ListLook } from '~/kit/shared/filters/list-look';
import { sameList } from '~/kit/ui/columns/columnChoice';
import type { Column, Sort } from '~/kit/ui/columns/tableColumn';
import type { ColumnChoice } from '~/kit/ui/columns/useColumnChoice';
import type { ViewedList } from './listViews';
import type { ListLookState } from './useListLook';

interface Parts<Row> {
  name: string;
  columns: readonly Column<Row>[];
  filters: ViewedList['filters'];
  filterKeys: readonly string[];
  sort: Sort;
  initialSort: Sort;
  choice: ColumnChoice<Row>;
  hasLayouts: boolean;
}

/** What a saved view is made of, and the way to show one. */
export function useViewedList<Row>(address: ListLookState, parts: Parts<Row>): ViewedList {
  const { look, arrivals, change, layout } = address;
  const { name, columns, filters, filterKeys, sort, initialSort, choice, hasLayouts } = parts;
  const { visibleKeys, ownKeys, usable, all } = choice;
  return useMemo(() => {
    const shown: ListLook = {
      filters: look.filters,
      sort,
      columns: visibleKeys,
      layout: hasLayouts ? layout : null,
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
      layout: hasLayouts ? (stored.layout ?? layout) : null,
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
    hasLayouts,
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
