import { useMemo } from 'react';
import type { Filter, FilterValues } from '~/kit/shared/filters/filters';
import type { Step } from '~/kit/ui/hooks/address';
import type { ListLookState } from './useListLook';

export interface FiltersState {
  values: FilterValues;
  set: (key: string, value: string) => void;
  replace: (values: FilterValues, step?: Step) => void;
  remove: (key: string) => void;
  clear: () => void;
}

/** The filters of one page, which its address carries; keep `filters` stable. */
export function useFilters<Row, Facts>(
  { look, change }: Pick<ListLookState, 'look' | 'change'>,
  filters: readonly Filter<Row, Facts>[],
): FiltersState {
  const { filters: values } = look;
  return useMemo(() => {
    const typed = filters.filter(({ kind }) => kind === 'search' || kind === 'text');
    const set = (key: string, value: string, step: Step) =>
      change((now) => ({ filters: { ...now.filters, [key]: value } }), step);
    return {
      values,
      set: (key, value) =>
        set(key, value, typed.some((each) => each.key === key) ? 'typed' : 'push'),
      replace: (next, step = 'push') => change({ filters: next }, step),
      remove: (key) => set(key, '', 'push'),
      clear: () => change({ filters: {} }, 'push'),
    };
  }, [values, change, filters]);
}
