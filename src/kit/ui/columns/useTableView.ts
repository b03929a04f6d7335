import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { atOnce } from '~/kit/ui/hooks/slices';
import { LongView, type Shown, type ViewRequest } from './longView';
import type { Column, Sort } from './tableColumn';
import { createSorter, filterRows, patched, patchesOf, type RowFilter } from './tableView';

interface View<Row> extends RowFilter<Row> {
  sort?: Sort | undefined;
  /** Whether the rows are in this order already, so that the first of them may be shown before all are worked out. */
  isAsItComes?: boolean;
}

/** Above this, the view is worked out in slices, so that the page stays free. */
const mostAtOnce = 20_000;
const shownFirst = 100;

/**
 * The rows to show, sorted and filtered. The sorted list is kept while only the filter changes, and the filter is
 * applied in a deferred render, so that typing never waits for it; `isSettling` is true until then, and `isPending`
 * while there is nothing to show yet, or only the first rows. Pass every column, also hidden ones, and keep `columns` and `predicate` stable
 * (useMemo, useCallback).
 */
export function useTableView<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { predicate, sort, columnSearch, isAsItComes = false }: View<Row>,
): { rows: readonly Row[]; isSettling: boolean; isPending: boolean } {
  const direction = sort?.direction ?? 'asc';
  const valueOf = columns.find((column) => column.key === sort?.key)?.sortValue;
  const isLong = rows.length > mostAtOnce;
  const [sortRows] = useState(() => createSorter<Row>());
  const sorted = useMemo(
    () => (isLong || !valueOf ? rows : atOnce(sortRows(rows, valueOf, direction))),
    [isLong, rows, valueOf, direction, sortRows],
  );
  const deferred = useDeferredValue(predicate);
  const searches = useDeferredValue(columnSearch);
  const shown = useMemo(
    () =>
      isLong
        ? sorted
        : filterRows(sorted, columns, { predicate: deferred, columnSearch: searches }),
    [isLong, sorted, columns, deferred, searches],
  );
  const long = useLongView(
    useMemo(
      () =>
        isLong ? { rows, columns, valueOf, direction, filter: { predicate, columnSearch } } : null,
      [isLong, rows, columns, valueOf, direction, predicate, columnSearch],
    ),
  );
  const isFirst = isLong && long.rows === null && isAsItComes;
  const first = useMemo(
    () =>
      isFirst ? filterRows(rows.slice(0, shownFirst), columns, { predicate, columnSearch }) : none,
    [isFirst, rows, columns, predicate, columnSearch],
  );
  if (isLong) return { ...long, rows: long.rows ?? first };
  const isSettling = deferred !== predicate || searches !== columnSearch;
  return { rows: shown, isSettling, isPending: false };
}

function useLongView<Row extends object>(request: ViewRequest<Row> | null) {
  const [shown, setShown] = useState<Shown<Row> | null>(null);
  const [view] = useState(() => new LongView<Row>(setShown));
  useEffect(() => {
    if (request) view.want(request);
    else view.end();
  }, [view, request]);
  useEffect(() => () => view.end(), [view]);
  const rows = useMemo(
    () => (request && shown ? withLatest(shown, request.rows) : null),
    [shown, request],
  );
  const isPending = shown === null;
  return { rows, isSettling: shown?.request !== request, isPending };
}

function withLatest<Row extends object>(
  { request, rows }: Shown<Row>,
  latest: readonly Row[],
): readonly Row[] {
  const patches = request.rows === latest ? null : patchesOf(request.rows, latest);
  return patches ? patched(rows, patches) : rows;
}

const none: readonly never[] = [];
