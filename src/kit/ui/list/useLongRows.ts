import { longQuery } from '~/kit/ui/feeds/long-calls';
import type { Identified, List } from '~/kit/ui/records/list-store';
import type { LongRows } from '~/kit/ui/feeds/long-table';
import { useLongTable } from '~/kit/ui/records/useLongTable';
import type { Column, Sort } from '~/kit/ui/columns/tableColumn';
import type { FiltersState } from './useFilters';

interface Choice<Row> {
  columns?: readonly Column<Row>[];
  sort?: Sort;
  filters: FiltersState['values'];
}

/** An order and filters of a list, as the query of a call. */
export function queryOf<Row>({ columns = [], sort, filters }: Choice<Row>): string {
  const column = columns.find(({ key }) => key === sort?.key);
  const order = sort && { field: column?.sortField ?? sort.key, direction: sort.direction };
  return longQuery({ sort: order, filters });
}

/** A long list's rows in this order and with these filters, worked out by the server; null of one that is here whole. */
export function useLongRows<Row extends Identified>(
  list: List<Row>['long'],
  choice: Choice<Row>,
): LongRows<Row> | null {
  return useLongTable(list, queryOf(choice));
}
