import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';
import { Listeners } from '~/kit/ui/hooks/listeners';
import { type ChoosableColumn, readChoice, sameList, withRequired } from './columnChoice';
import { actionsKey, type Column } from './tableColumn';

export interface ColumnChoice<Row> {
  columns: readonly Column<Row>[];
  showsActions: boolean;
  all: readonly ChoosableColumn[];
  visibleKeys: readonly string[];
  /** The choice kept in this browser, regardless of the address. */
  ownKeys: readonly string[];
  isDefault: boolean;
  /** Those of the keys that there are, with the required ones. */
  usable: (keys: readonly string[]) => readonly string[];
  setVisible: (keys: readonly string[]) => void;
  reset: () => void;
}

/** Columns from the address, which replace those kept in the browser. */
export interface GivenColumns {
  keys: readonly string[] | null;
  /** Whether a change is kept in the address alone: a saved view is shown. */
  isApart: boolean;
  onChange: (keys: readonly string[] | null) => void;
}

/**
 * Which columns of a list are shown, stored in this browser under `storageKey` as a JSON array of keys and followed by
 * other tabs. With 'actions' among the default keys the row actions can be hidden too. Keep the arguments stable but for
 * what is given.
 */
export function useColumnChoice<Row>(
  storageKey: string,
  allColumns: readonly Column<Row>[],
  { defaultKeys, given }: { defaultKeys: readonly string[]; given: GivenColumns },
): ColumnChoice<Row> {
  const stored = useSyncExternalStore(subscribe, () => read(storageKey));
  const all = useMemo<readonly ChoosableColumn[]>(
    () =>
      defaultKeys.includes(actionsKey)
        ? [...allColumns, { key: actionsKey, title: 'Actions', isLast: true }]
        : allColumns,
    [allColumns, defaultKeys],
  );
  const usable = useCallback(
    (keys: readonly string[]) => readChoice(JSON.stringify(keys), all, defaultKeys),
    [all, defaultKeys],
  );
  const ownKeys = useMemo(() => readChoice(stored, all, defaultKeys), [stored, all, defaultKeys]);
  const { keys: givenKeys, isApart, onChange } = given;
  const visibleKeys = useMemo(
    () => (givenKeys ? usable(givenKeys) : ownKeys),
    [givenKeys, usable, ownKeys],
  );
  const columns = useMemo(
    () => visibleKeys.flatMap((key) => allColumns.find((column) => column.key === key) ?? []),
    [visibleKeys, allColumns],
  );
  const setVisible = useCallback(
    (keys: readonly string[]) => {
      const chosen = withRequired(keys, all);
      if (!isApart) write(storageKey, JSON.stringify(chosen));
      onChange(chosen);
    },
    [storageKey, all, isApart, onChange],
  );
  const reset = useCallback(() => {
    if (!isApart) write(storageKey, null);
    onChange(isApart ? defaultKeys : null);
  }, [storageKey, defaultKeys, isApart, onChange]);
  return {
    columns,
    showsActions: visibleKeys.includes(actionsKey) || !defaultKeys.includes(actionsKey),
    all,
    visibleKeys,
    ownKeys,
    isDefault: sameList(visibleKeys, readChoice(null, all, defaultKeys)),
    usable,
    setVisible,
    reset,
  };
}

// Where the browser cannot store (private windows, a full store), choices last as long as the page.
const unstored = new Map<string, string | null>();
const listeners = new Listeners();

function subscribe(listener: () => void): () => void {
  const end = listeners.listen(listener);
  window.addEventListener('storage', listener);
  return () => {
    end();
    window.removeEventListener('storage', listener);
  };
}

function read(key: string): string | null {
  const here = unstored.get(key);
  return here === undefined ? readStored(key) : here;
}

function write(key: string, value: string | null): void {
  if (writeStored(key, value)) unstored.delete(key);
  else unstored.set(key, value);
  listeners.notify();
}
