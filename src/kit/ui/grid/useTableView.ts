import { useDeferredValue, useMemo, useState } from 'react';
import type { Column, Sort } from './tableColumn';
import { createSorter, filterRows, type RowFilter } from './tableView';

interface View<Row> extends RowFilter<Row> {
  sort?: Sort | undefined;
}

/**
 * The rows to show, sorted and filtered. The sorted list is kept while only the filter changes, and the filter is
 * applied in a deferred render, so that typing never waits for it; `isSettling` is true until then. Pass every column,
 * also hidden ones, and keep `columns` and `predicate` stable (useMemo, useCallback).
 */
export function useTableView<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { predicate, sort, columnSearch }: View<Row>,
): { rows: readonly Row[]; isSettling: boolean } {
  const direction = sort?.direction ?? 'asc';
  const valueOf = columns.find((column) => column.key === sort?.key)?.sortValue;
  const [sortRows] = useState(() => createSorter<Row>());
  const sorted = useMemo(
    () => (valueOf ? sortRows(rows, valueOf, direction) : rows),
    [rows, valueOf, direction, sortRows],
  );
  const wanted = useDeferredValue(predicate);
  const searches = useDeferredValue(columnSearch);
  const shown = useMemo(
    () => filterRows(sorted, columns, { predicate: wanted, columnSearch: searches }),
    [sorted, columns, wanted, searches],
  );
  return { rows: shown, isSettling: wanted !== predicate || searches !== columnSearch };
}
