import { useMemo } from 'react';
import type { Identified } from '~/kit/ui/data/list-store';
import type { LongList } from '~/kit/ui/data/long-list';
import { useLongBoard } from '~/kit/ui/data/useLongBoard';
import { queryOf } from '~/kit/ui/list/useLongRows';
import type { BoardCardsProps } from './RecordBoard';

export default function LongBoardCards<Row extends Identified, Column extends string | number>({
  long,
  list,
  columns: all,
  filter,
  columnOf,
  children,
}: BoardCardsProps<Row, Column> & { long: LongList<Row> }) {
  const { serverFilters, columns, sort } = list;
  const queries = useMemo(() => {
    const chosen = serverFilters[filter] ?? '';
    const shown = all.filter(({ id }) => chosen === '' || chosen.split(',').includes(String(id)));
    return new Map(
      shown.map(({ id }) => {
        const filters = { ...serverFilters, [filter]: String(id) };
        return [id, queryOf({ columns, sort, filters })];
      }),
    );
  }, [all, filter, serverFilters, columns, sort]);
  const { more, ...shown } = useLongBoard(long, queries, columnOf);
  return children({ ...shown, onMore: more });
}
