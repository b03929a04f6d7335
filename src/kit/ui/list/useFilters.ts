import { useCallback, useMemo, useState } from 'react';
import type { FilterValues } from '~/kit/shared/filters/filters';

export interface FiltersState {
  values: FilterValues;
  set: (key: string, value: string) => void;
  replace: (values: FilterValues) => void;
  remove: (key: string) => void;
  clear: () => void;
}

/**
 * The filters of one page. With a storage key they survive a reload, but not the tab: an old filter that still hides
 * records would look like lost data.
 */
export function useFilters(storageKey?: string): FiltersState {
  const [values, setValues] = useState<FilterValues>(() => (storageKey ? stored(storageKey) : {}));

  const change = useCallback(
    (next: (before: FilterValues) => FilterValues) => {
      setValues((before) => {
        const after = withoutBlanks(next(before));
        if (storageKey) store(storageKey, after);
        return after;
      });
    },
    [storageKey],
  );

  return useMemo(
    () => ({
      values,
      set: (key, value) => change((before) => ({ ...before, [key]: value })),
      replace: (next) => change(() => next),
      remove: (key) => change((before) => ({ ...before, [key]: '' })),
      clear: () => change(() => ({})),
    }),
    [values, change],
  );
}

export function withoutBlanks(values: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

function stored(key: string): FilterValues {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    );
  } catch {
    return {};
  }
}

function store(key: string, values: FilterValues): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Storage may be full or forbidden; the filters then last as long as the page.
  }
}
