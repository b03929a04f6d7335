import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Identified } from './list-rows';
import { LongBoard, type LongCards } from './long-board';
import type { LongList } from './long-list';
import { useWaitingRows } from './waiting';

/** The cards of a board on a long list; keep `queries` and `columnOf` stable. */
export function useLongBoard<Row extends Identified, Column>(
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
