import { withOwnFilters } from '~/kit/shared/filters/own-filters';
import { useOwnColumns } from '~/kit/ui/columns/useOwnColumns';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ListLayout } from '~/kit/shared/filters/list-look';
import { type Filter, type FilterValues, predicateOf } from '~/kit/shared/filters/filters';
import { columnSearchKey } from '~/kit/shared/filters/searching';
import { useComputed } from '~/kit/ui/records/computed';
import { useOwnFailure } from '~/kit/ui/calls/failed-lists';
import type { Identified, List } from '~/kit/ui/records/list-store';
import type { IdsResponse } from '~/kit/ui/feeds/long-list';
import type { Column, Sort } from '~/kit/ui/columns/tableColumn';
import { type ColumnChoice, useColumnChoice } from '~/kit/ui/columns/useColumnChoice';
import { type FiltersState, useFilters } from './useFilters';
import { useListLook } from './useListLook';
import { sortAmong, useViewedList } from './useViewedList';
import type { ViewedList } from './listViews';
import { useSameValues } from '~/kit/ui/hooks/useSameValues';
import { useTableView } from '~/kit/ui/columns/useTableView';
import type { LongRows } from '~/kit/ui/feeds/long-table';
import { useLongTable } from '~/kit/ui/records/useLongTable';
import { useLongTotal } from '~/kit/ui/records/useWhole';
import { type ColumnSearches, useColumnSearches } from './useColumnSearches';
import { queryOf } from './useLongRows';

type Source<Row extends Identified> = Pick<List<Row>, 'rows' | 'state' | 'retry'> &
  Partial<Pick<List<Row>, 'path' | 'first' | 'long' | 'isSortedByServer'>>;

interface Setup<Row, Options> {
  /** The list's name to saved views, and the prefix of storage keys: "leads" for `leads-table-columns`. */
  name: string;
  columns: readonly Column<Row>[];
  /** The keys shown by default, including the actions' where these can be hidden; all columns when left out. */
  defaultColumns?: readonly string[];
  filters: readonly Filter<Row, Options>[];
  /** The filters as the server knows them, where those of a list too long to be here are others. */
  longFilters?: (values: FilterValues) => FilterValues;
  sort: Sort;
  /** Gives each column its own search; these are the columns that the server searches too. */
  columnSearches?: readonly string[];
  /** The one that the list first opens in, where it has both. */
  layout?: ListLayout;
}

export interface RecordList<Row extends Identified> {
  source: Omit<Source<Row>, 'long'>;
  /** The rows shown; none of a list that is too long to be here whole. */
  rows: readonly Row[];
  /** Those rows then. */
  long: LongRows<Row> | null;
  /** How many rows there are without filters; null while that is not known, NaN where it could not be loaded. */
  total: number | null;
  /** The filters as the server knows them. */
  serverFilters: FilterValues;
  isFiltered: boolean;
  searches: ColumnSearches;
  filters: readonly Filter<Row, never>[];
  chosen: FiltersState;
  clear: () => void;
  columns: readonly Column<Row>[];
  choice: ColumnChoice<Row>;
  sort: Sort;
  setSort: (sort: Sort) => void;
  initialSort: Sort;
  layout: ListLayout;
  setLayout: (layout: ListLayout) => void;
  viewed: ViewedList;
}

/**
 * A list of records with its filters, order and columns. Keep `columns` and `filters` stable (useMemo). `options` is
 * compared by its values, so it can be written inline. A page that narrows the list further spreads the result and
 * replaces `rows`.
 */
export function useRecordList<Row extends Identified>(
  source: Source<Row>,
  setup: Setup<Row, void>,
): RecordList<Row>;
export function useRecordList<Row extends Identified, Options extends object>(
  source: Source<Row>,
  setup: Setup<Row, Options>,
  options: Options,
): RecordList<Row>;
export function useRecordList<Row extends Identified, Options>(
  source: Source<Row>,
  given: Setup<Row, Options>,
  options?: Options,
): RecordList<Row> {
  const setup = useOwnSetup(given);
  const { columns, filters, sort: initialSort } = setup;
  useOwnFailure(source.path);
  const look = useLook(setup);
  const { chosen, sort } = look;
  const searches = useColumnSearches(look, {
    served: setup.columnSearches,
    isLong: Boolean(source.long),
  });
  const existing = useSameValues(options);
  const predicate = useMemo(
    () => predicateOf(filters, chosen.values, existing as Options),
    [filters, chosen.values, existing],
  );
  // In this order the first rows of a list are those that it begins with.
  const isAsItComes = sort.key === 'created_at' && sort.direction === 'desc';
  const first = source.state === 'loading' && isAsItComes ? source.first : undefined;
  const { rows: sorted, isPending } = useTableView(
    source.long ? none : (first ?? source.rows),
    columns,
    {
      predicate: predicate ?? undefined,
      columnSearch: searches.applied,
      sort,
      isAsItComes,
    },
  );
  const serverFilters = useServerFilters(setup, chosen, searches);
  const query = queryOf({ columns, sort, filters: serverFilters });
  const long = useLongTable(source.long ?? null, query);
  const isComing = sorted.length === 0 && (isPending || source.state === 'loading');
  const isStarted = isComing && !source.long && !isAsItComes && searches.isServed;
  const started = useFirstRows<Row>(source, query, isStarted);
  const total = useLongTotal(source.long ?? null);
  return {
    source: useMemo(() => {
      if (long) return { rows: none, state: long.state, retry: long.retry };
      return isPending ? { ...source, state: 'loading' as const } : source;
    }, [source, isPending, long]),
    rows: isComing ? started : sorted,
    long,
    total: source.long ? total : source.rows.length,
    serverFilters,
    isFiltered: predicate !== null || searches.applied !== undefined,
    searches,
    filters,
    clear: chosen.clear,
    columns,
    initialSort,
    ...look,
  };
}

/** The list with columns and filters of the company's own fields, whose columns are off at first. */
function useOwnSetup<Row, Options>(setup: Setup<Row, Options>): Setup<Row, Options> {
  const columns = useOwnColumns(setup.columns);
  const { filters, defaultColumns } = setup;
  const all = useMemo(() => {
    const own = columns.flatMap(({ key, own: field }) => (field ? [[key, field] as const] : []));
    return withOwnFilters(filters, Object.fromEntries(own));
  }, [columns, filters]);
  const shown = useMemo(
    () => defaultColumns ?? setup.columns.map(({ key }) => key),
    [defaultColumns, setup.columns],
  );
  return { ...setup, columns, filters: all, defaultColumns: shown };
}

/** How many rows the filters leave; null without filters, and while it is not known. */
export function filteredCount<Row extends Identified>(list: RecordList<Row>): number | null {
  if (!list.isFiltered || list.source.state !== 'ready') return null;
  return (list.long ?? list.rows).length;
}

/** What the address says of the list, and what this browser keeps. */
function useLook<Row, Options>(setup: Setup<Row, Options>) {
  const { name, columns, defaultColumns, filters, sort: initialSort, layout: opening } = setup;
  const isSearchedByColumn = setup.columnSearches !== undefined;
  const filterKeys = useMemo(
    () => [
      ...filters.map(({ key }) => key),
      ...(isSearchedByColumn ? columns.map(columnSearchKey) : []),
    ],
    [filters, columns, isSearchedByColumn],
  );
  const address = useListLook({ name, filters: filterKeys, sort: initialSort, layout: opening });
  const { look, change, layout, setLayout } = address;
  const sort = sortAmong(columns, look.sort) ?? initialSort;
  const setSort = useCallback((next: Sort) => change({ sort: next }, 'push'), [change]);
  const chosen = useFilters(address, filters);
  const shownFirst = useMemo(
    () => defaultColumns ?? columns.map(({ key }) => key),
    [defaultColumns, columns],
  );
  const choice = useColumnChoice(`${name}-table-columns`, columns, {
    defaultKeys: shownFirst,
    given: {
      keys: look.columns,
      isApart: look.saved !== null,
      onChange: useCallback((keys) => change({ columns: keys }, 'replace'), [change]),
    },
  });
  const viewed = useViewedList(address, setup, { filterKeys, sort, choice });
  return { chosen, choice, sort, setSort, layout, setLayout, viewed };
}

function useServerFilters<Row, Options>(
  { longFilters }: Setup<Row, Options>,
  { values }: FiltersState,
  { server }: ColumnSearches,
): FilterValues {
  return useMemo(
    () => ({ ...(longFilters?.(values) ?? values), ...server }),
    [longFilters, values, server],
  );
}

/** A list that is here sooner needs no call for its first rows. */
const slowAfterMs = 200;
const firstRows = 40;

/**
 * The first rows in an order and with filters, sorted by the server, while a list that takes its time is loaded or
 * sorted here; none otherwise.
 */
function useFirstRows<Row extends Identified>(
  { path = '', isSortedByServer = false }: Partial<Source<Row>>,
  query: string,
  isComing: boolean,
): readonly Row[] {
  const [isSlow, setSlow] = useState(false);
  const isExpected = isComing && isSortedByServer;
  useEffect(() => {
    if (!isExpected) return;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isExpected]);
  const range = `from=0&count=${firstRows}&rows=${firstRows}`;
  const { data, isEarlier } = useComputed<IdsResponse<Row>>(`${path}?${query}&${range}`, {
    dependsOn: 'everything',
    day: '',
    isEnabled: isExpected && isSlow,
  });
  return isExpected && !isEarlier ? (data?.rows ?? none) : none;
}

const none: readonly never[] = [];
