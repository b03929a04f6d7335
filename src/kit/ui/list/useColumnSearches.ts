import { useMemo } from 'react';
import type { FilterValues } from '~/kit/shared/filters/filters';
import { columnSearchKey } from '~/kit/shared/filters/searching';
import type { ListLayout } from '~/kit/shared/filters/list-look';
import type { ColumnChoice } from '~/kit/ui/columns/useColumnChoice';
import type { ColumnSearch } from '~/kit/ui/columns/tableColumn';
import type { FiltersState } from './useFilters';

interface Look<Row> {
  chosen: FiltersState;
  choice: ColumnChoice<Row>;
  layout: ListLayout;
}

interface Setup {
  /** The columns whose searches the server knows; without it the columns have none. */
  served: readonly string[] | undefined;
  /** Whether the server alone searches. */
  isLong: boolean;
}

/** The searches in the heads of a table; those of hidden columns do not apply, nor do any on the board. */
export function useColumnSearches<Row>(
  { chosen: { searches, search }, choice: { columns }, layout }: Look<Row>,
  { served, isLong }: Setup,
) {
  return useMemo(() => {
    const isServed = ({ key }: { key: string }) => served?.includes(key) === true;
    const heads = isLong ? columns.filter(isServed) : columns;
    const typedIn = ({ key }: { key: string }) => searches[key] ?? '';
    const typed =
      served && layout === 'list' ? columns.filter((each) => typedIn(each).trim() !== '') : [];
    const applied = typed.filter((each) => heads.includes(each));
    const table: ColumnSearch | undefined = served && {
      values: Object.fromEntries(heads.map((each) => [each.key, typedIn(each)])),
      onChange: search,
    };
    const server: FilterValues = Object.fromEntries(
      typed.filter(isServed).map((each) => [columnSearchKey(each), typedIn(each)]),
    );
    return {
      table,
      isTyped: typed.length > 0,
      /** What the rows are searched for. */
      applied: applied.length > 0 ? table?.values : undefined,
      server,
      isServed: typed.every(isServed),
      /** The titles of columns with a search that a list this long does not have. */
      left: typed.filter((each) => !applied.includes(each)).map(({ title }) => title),
    };
  }, [searches, search, columns, layout, served, isLong]);
}

export type ColumnSearches = ReturnType<typeof useColumnSearches>;
