import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Identified } from './list-rows';
import { type LaneQueries, LongBoard, type LongCards } from './long-board';
import type { LongList } from './long-list';
import { useWaitingRows } from './waiting';

/** The cards of a board on a long list; keep `queries` and `columnOf` stable. */
export function useLongBoard<Row extends Identified>(
  list: LongList<Row>,
  queries: LaneQueries,
  columnOf: (row: Row) => number | null,
): LongCards<Row> {
  const board = useMemo(() => new LongBoard(list, columnOf), [list, columnOf]);
  useEffect(() => board.show(queries), [board, queries]);
  useEffect(() => () => board.close(), [board]);
  const shown = useSyncExternalStore(board.listen, board.snapshot);
  const cards = useWaitingRows(list.path, shown.cards);
  return useMemo(() => ({ ...shown, cards }), [shown, cards]);
}
