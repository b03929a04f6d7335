import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Identified } from '~/kit/ui/records/list-store';
import { LongBoard, type LongCards } from '~/kit/ui/feeds/long-board';
import type { LongList } from '~/kit/ui/feeds/long-list';
import { useWaitingRows } from '~/kit/ui/waiting/waiting';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
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
  const { more, lacksCards, retry, ...shown } = useLongBoard(long, queries, columnOf);
  return (
    <>
      {lacksCards ? <LoadFailed text="Some cards could not be loaded." onRetry={retry} /> : null}
      {children({ ...shown, onMore: more })}
    </>
  );
}

/** The cards of a board on a long list; keep `queries` and `columnOf` stable. */
function useLongBoard<Row extends Identified, Column>(
  list: LongList<Row>,
  queries: ReadonlyMap<Column, string>,
  columnOf: (row: Row) => Column | null,
): LongCards<Row, Column> {
  const board = useMemo(() => new LongBoard(list, columnOf), [list, columnOf]);
  useEffect(() => board.show(queries), [board, queries]);
  useEffect(() => () => board.close(), [board]);
  const shown = useSyncExternalStore(board.listen, board.snapshot);
  const cards = useWaitingRows(list.path, shown.cards);
  return useMemo(() => ({ ...shown, cards }), [shown, cards]);
}
