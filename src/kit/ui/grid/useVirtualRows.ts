import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { Drafts } from './cellEdits';
import type { RowId, Sort } from './tableColumn';
import { scrollOn, useVirtualList } from '~/kit/ui/hooks/useVirtualList';
import { indexOfRow } from './useActiveCell';

/** The token --row-height. */
export const rowHeight = 36;

const overscan = 8;

interface Input<Row> {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  drafts: Drafts<Row>;
  rowId: (row: Row) => RowId;
  activeRow: number;
  sort: Sort | undefined;
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
  sort,
}: Input<Row>) {
  const edited = useMemo(
    () => [...drafts].map(([id, { index }]) => indexOfRow(rows, rowId, id, index)),
    [rows, drafts, rowId],
  );
  const pinned = [...edited, activeRow].filter((index) => index >= 0).join(' ');
  const rangeExtractor = useCallback((range: Range) => withPinned(range, pinned), [pinned]);
  const { items, height } = useVirtualList({
    count: rows.length,
    scroller,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor,
  });
  const active = rows[activeRow];
  const id = active === undefined ? null : rowId(active);
  useStillEditor(scroller, id !== null && drafts.has(id) ? id : null, activeRow);
  useTopAfterSort(scroller, sort);
  return { items, height };
}

function withPinned(range: Range, pinned: string): number[] {
  const indexes = defaultRangeExtractor(range);
  const extra = pinned.split(' ').map(Number);
  const missing = extra.filter((index) => index < range.count && !indexes.includes(index));
  if (pinned === '' || missing.length === 0) return indexes;
  return [...new Set([...indexes, ...missing])].sort((a, b) => a - b);
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
    if (moved !== 0 && isTyping) scrollOn(scroller.current, moved * rowHeight);
  }, [id, index, scroller]);
}

function useTopAfterSort(scroller: RefObject<HTMLElement | null>, sort: Sort | undefined): void {
  const order = `${sort?.key} ${sort?.direction}`;
  const before = useRef(order);
  useLayoutEffect(() => {
    if (before.current === order) return;
    before.current = order;
    scroller.current?.scrollTo({ top: 0 });
  }, [order, scroller]);
}
