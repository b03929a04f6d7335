import {
  type RefObject,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { Drafts } from '~/kit/ui/cells/cellEdits';
import type { LongPositions } from './dataTableProps';
import { rowHeight } from '~/kit/ui/columns/density';
import type { Positions } from '~/kit/ui/cells/positions';
import type { RowId, Sort } from '~/kit/ui/columns/tableColumn';
import type { Holder } from '~/kit/ui/hooks/holder';
import { scrollOn } from '~/kit/ui/hooks/scrollOn';
import { useEvenList } from '~/kit/ui/hooks/useEvenList';

const overscan = 8;

interface Input<Row> {
  scroller: RefObject<HTMLElement | null>;
  rows: Positions<Row>;
  drafts: Drafts<Row>;
  rowId: (row: Row) => RowId;
  activeRow: number;
  order: string;
  want: Wanting | undefined;
  reveal: Holder<(row: number) => boolean>;
}

type Wanting = LongPositions<never>['want'];

/** Which order the rows are in; with another one the table begins at the top. */
export function orderOf(sort: Sort | undefined, query: string | undefined): string {
  return `${sort?.key} ${sort?.direction} ${query}`;
}

/**
 * Which rows are in the page: the visible ones, a few around them, and always those with the focus or an open editor.
 */
export function useVirtualRows<Row>({
  scroller,
  rows,
  drafts,
  rowId,
  activeRow,
  order,
  want,
  reveal,
}: Input<Row>) {
  const edited = useMemo(
    () => [...drafts].map(([id, { index }]) => rows.indexOf(id, index)),
    [rows, drafts],
  );
  const size = rowHeight();
  const pinned = [...edited, activeRow].join(' ');
  const list = useEvenList({ count: rows.length, scroller, size, overscan, pinned });
  const { items, height, range, scroll } = list;
  useInsertionEffect(
    () => reveal.set((row) => scroll.reveal(row * rowHeight(), rowHeight())),
    [reveal, scroll],
  );
  useRequested(range, want);
  const active = rows.at(activeRow);
  const id = active === undefined ? null : rowId(active);
  useStillEditor(scroller, id !== null && drafts.has(id) ? id : null, activeRow);
  useTopAfterSort(scroller, order);
  return { items, height };
}

/** Asks for the rows in view. */
export function useRequested(
  range: { startIndex: number; endIndex: number } | null,
  want: Wanting | undefined,
): void {
  const { startIndex, endIndex } = range ?? { startIndex: 0, endIndex: -1 };
  useEffect(() => {
    if (endIndex >= startIndex) want?.(startIndex, endIndex + 1);
  }, [startIndex, endIndex, want]);
}

/** Rows added or removed above must not move the row being edited. */
function useStillEditor(
  scroller: RefObject<HTMLElement | null>,
  id: RowId | null,
  index: number,
): void {
  const before = useRef({ id, index });
  useLayoutEffect(() => {
    const moved = id !== null && id === before.current.id ? index - before.current.index : 0;
    before.current = { id, index };
    const isTyping = scroller.current?.contains(document.activeElement) === true;
    if (moved !== 0 && isTyping) scrollOn(scroller.current, moved * rowHeight());
  }, [id, index, scroller]);
}

export function useTopAfterSort(scroller: RefObject<HTMLElement | null>, order: string): void {
  const before = useRef(order);
  useLayoutEffect(() => {
    if (before.current === order) return;
    before.current = order;
    scroller.current?.scrollTo({ top: 0 });
  }, [order, scroller]);
}
