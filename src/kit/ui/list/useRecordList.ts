import { useMemo, useState } from 'react';
import { type Filter, predicateOf } from '~/kit/shared/filters/filters';
import type { Identified, List } from '~/kit/ui/data/list-store';
import type { Column, Sort } from '~/kit/ui/grid/tableColumn';
import { type ColumnChoice, useColumnChoice } from '~/kit/ui/grid/useColumnChoice';
import { type FiltersState, useFilters } from './useFilters';
import { useSameValues } from '~/kit/ui/hooks/useSameValues';
import { useTableView } from '~/kit/ui/grid/useTableView';

type Source<Row> = Pick<List<Row>, 'rows' | 'state' | 'retry'>;

interface Setup<Row, Facts> {
  /** What its choices are kept under: "leads" for `leads-filters` and `leads-table-columns`. */
  name: string;
  /** All of them, kept stable (useMemo). */
  columns: readonly Column<Row>[];
  /** The keys shown until a person chooses, also of the actions where these can be hidden; without it all columns. */
  defaultColumns?: readonly string[];
  /** Kept stable. */
  filters: readonly Filter<Row, Facts>[];
  /** The order it begins with. */
  sort: Sort;
}

/** How a page looks at a list: what RecordTools, RecordTable and RecordFilters share. */
export interface RecordList<Row> {
  /** The whole list as it was loaded. */
  source: Source<Row>;
  /** What is to be shown, in its order. */
  rows: readonly Row[];
  isFiltered: boolean;
  filters: readonly Filter<Row, never>[];
  chosen: FiltersState;
  /** "Clear All" */
  clear: () => void;
  columns: readonly Column<Row>[];
  choice: ColumnChoice<Row>;
  sort: Sort;
  setSort: (sort: Sort) => void;
  initialSort: Sort;
}

/**
 * A list of records with its filters, order and columns. `facts` is what the filters ask besides the record; it is
 * compared by its values, so it can be written where it is handed in. A page that narrows the list further spreads the
 * answer with `rows` of its own.
 */
export function useRecordList<Row extends Identified>(
  source: Source<Row>,
  setup: Setup<Row, void>,
): RecordList<Row>;
export function useRecordList<Row extends Identified, Facts extends object>(
  source: Source<Row>,
  setup: Setup<Row, Facts>,
  facts: Facts,
): RecordList<Row>;
export function useRecordList<Row extends Identified, Facts>(
  source: Source<Row>,
  { name, columns, defaultColumns, filters, sort: initialSort }: Setup<Row, Facts>,
  facts?: Facts,
): RecordList<Row> {
  const [sort, setSort] = useState(initialSort);
  const chosen = useFilters(`${name}-filters`);
  const shownFirst = useMemo(
    () => defaultColumns ?? columns.map(({ key }) => key),
    [defaultColumns, columns],
  );
  const choice = useColumnChoice(`${name}-table-columns`, columns, shownFirst);
  const known = useSameValues(facts);
  const predicate = useMemo(
    () => predicateOf(filters, chosen.values, known as Facts),
    [filters, chosen.values, known],
  );
  const { rows } = useTableView(source.rows, columns, { predicate: predicate ?? undefined, sort });
  return {
    source,
    rows,
    isFiltered: predicate !== null,
    filters,
    chosen,
    clear: chosen.clear,
    columns,
    choice,
    sort,
    setSort,
    initialSort,
  };
}
