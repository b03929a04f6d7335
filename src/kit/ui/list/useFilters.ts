import { useMemo } from 'react';
import type { Filter, FilterValues } from '~/kit/shared/filters/filters';
import { columnSearchKey, columnSearchPrefix } from '~/kit/shared/filters/searching';
import type { Step } from '~/kit/ui/hooks/address';
import { useSameValues } from '~/kit/ui/hooks/useSameValues';
import type { ListLookState } from './useListLook';

export interface FiltersState {
  values: FilterValues;
  /** What is typed into the heads of columns, by the column's key (`columnSearchKey`). */
  searches: FilterValues;
  set: (key: string, value: string) => void;
  replace: (values: FilterValues, step?: Step) => void;
  remove: (key: string) => void;
  clear: () => void;
  search: (column: string, text: string) => void;
  clearSearches: () => void;
}

/** The filters of one page, which its address carries; keep `filters` stable. */
export function useFilters<Row, Options>(
  { look, change }: Pick<ListLookState, 'look' | 'change'>,
  filters: readonly Filter<Row, Options>[],
): FiltersState {
  const keys = useSameValues(filters.map(({ key }) => key));
  const all = Object.entries(look.filters);
  const values = useSameValues(Object.fromEntries(all.filter(([key]) => keys.includes(key))));
  const searches = useSameValues(
    Object.fromEntries(
      all
        .filter(([key]) => isSearchAmong(keys, key))
        .map(([key, text]) => [key.slice(columnSearchPrefix.length), text]),
    ),
  );
  return useMemo(() => {
    const typed = filters.filter(({ kind }) => kind === 'search' || kind === 'text');
    const set = (key: string, value: string, step: Step) =>
      change((now) => ({ filters: { ...now.filters, [key]: value } }), step);
    const keep = (rest: FilterValues, stays: (key: string) => boolean, step: Step) =>
      change(({ filters: now }) => {
        const remaining = Object.entries(now).filter(([key]) => stays(key));
        return { filters: { ...Object.fromEntries(remaining), ...rest } };
      }, step);
    const isSearch = (key: string) => isSearchAmong(keys, key);
    return {
      values,
      searches,
      set: (key, value) =>
        set(key, value, typed.some((each) => each.key === key) ? 'typed' : 'push'),
      replace: (next, step = 'push') => keep(next, isSearch, step),
      remove: (key) => set(key, '', 'push'),
      clear: () => keep({}, isSearch, 'push'),
      search: (column, text) => set(columnSearchKey({ key: column }), text, 'typed'),
      clearSearches: () => keep({}, (key) => !isSearch(key), 'push'),
    };
  }, [values, searches, keys, change, filters]);
}

function isSearchAmong(filterKeys: readonly string[], key: string): boolean {
  return !filterKeys.includes(key) && key.startsWith(columnSearchPrefix);
}
