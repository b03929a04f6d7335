import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type ChoosableColumn, readChoice, sameList, withRequired } from './columnChoice';
import { actionsKey, type Column } from './tableColumn';

export interface ColumnChoice<Row> {
  columns: readonly Column<Row>[];
  showsActions: boolean;
  all: readonly ChoosableColumn[];
  visibleKeys: readonly string[];
  isDefault: boolean;
  setVisible: (keys: readonly string[]) => void;
  reset: () => void;
}

/**
 * Which columns of a list are shown, stored in this browser under `storageKey` as a JSON array of keys and followed by
 * other tabs. With 'actions' among the default keys the row actions can be hidden too. Keep the arguments stable.
 */
export function useColumnChoice<Row>(
  storageKey: string,
  allColumns: readonly Column<Row>[],
  defaultKeys: readonly string[],
): ColumnChoice<Row> {
  const kept = useSyncExternalStore(subscribe, () => read(storageKey));
  const all = useMemo<readonly ChoosableColumn[]>(
    () =>
      defaultKeys.includes(actionsKey)
        ? [...allColumns, { key: actionsKey, title: 'Actions', isLast: true }]
        : allColumns,
    [allColumns, defaultKeys],
  );
  const visibleKeys = useMemo(() => readChoice(kept, all, defaultKeys), [kept, all, defaultKeys]);
  const columns = useMemo(
    () => visibleKeys.flatMap((key) => allColumns.find((column) => column.key === key) ?? []),
    [visibleKeys, allColumns],
  );
  const setVisible = useCallback(
    (keys: readonly string[]) => write(storageKey, JSON.stringify(withRequired(keys, all))),
    [storageKey, all],
  );
  const reset = useCallback(() => write(storageKey, null), [storageKey]);
  return {
    columns,
    showsActions: visibleKeys.includes(actionsKey) || !defaultKeys.includes(actionsKey),
    all,
    visibleKeys,
    isDefault: sameList(visibleKeys, readChoice(null, all, defaultKeys)),
    setVisible,
    reset,
  };
}

// Where the browser cannot store (private windows, a full store), choices last as long as the page.
const unstored = new Map<string, string | null>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function read(key: string): string | null {
  const here = unstored.get(key);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
  for (const listener of listeners) listener();
}
