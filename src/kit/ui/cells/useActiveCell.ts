import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Holder } from '~/kit/ui/hooks/holder';
import type { GridPosition } from './gridMove';
import type { Positions } from './positions';
import { firstStop, type RowId } from '~/kit/ui/columns/tableColumn';

interface ActiveCell {
  /** Null for the header, undefined before any row was reached. */
  row: RowId | null | undefined;
  column: string | undefined;
  index: number;
}

interface Input<Row> {
  grid: RefObject<HTMLElement | null>;
  rows: Positions<Row>;
  rowId: (row: Row) => RowId;
  stops: readonly string[];
  /** Whether the row has to be drawn again before it can be focused. */
  reveal: Holder<(row: number) => boolean>;
}

export interface ActivePosition {
  position: GridPosition;
  /** Makes a cell the grid's tab stop and, by default, focuses it. */
  goTo: (position: GridPosition, focus?: boolean) => void;
  wantFocus: () => void;
}

/**
 * The one cell that is the grid's tab stop, identified by record and column, so that it follows them when the list
 * changes.
 */
export function useActiveCell<Row>(input: Input<Row>): ActivePosition {
  const { grid, rows, rowId, stops, reveal } = input;
  const [active, setActive] = useState<ActiveCell>({ row: undefined, column: undefined, index: 0 });
  const position = useMemo(
    () => ({
      row: rowOf(active, rows),
      column: columnOf(active, stops),
    }),
    [active, rows, stops],
  );
  const { want, wantFocus } = useStoredFocus(grid, position, reveal);

  const goTo = useCallback(
    ({ row, column }: GridPosition, focus = true) => {
      const record = rows.at(row);
      const id = row === -1 ? null : record === undefined ? undefined : rowId(record);
      want(focus);
      setActive((now) => {
        const next = { row: id, column: stops[column], index: row };
        return now.row === next.row && now.column === next.column && !focus ? now : next;
      });
    },
    [rows, rowId, stops, want],
  );
  return { position, goTo, wantFocus };
}

function useStoredFocus(
  grid: RefObject<HTMLElement | null>,
  position: GridPosition,
  reveal: Input<never>['reveal'],
) {
  const wantsFocus = useRef(false);
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const enter = (event: FocusEvent) => {
      focused.current = event.target instanceof Element ? event.target : null;
    };
    // Some browsers also send it while the element is being removed: only afterwards do the two cases differ.
    const leave = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === focused.current && focused.current?.isConnected) focused.current = null;
      });
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
    };
  }, [grid]);

  useLayoutEffect(() => {
    const isLost =
      focused.current?.isConnected === false && document.activeElement === document.body;
    if (!wantsFocus.current && !isLost) return;
    wantsFocus.current = wantsFocus.current && position.row >= 0 && reveal.get()(position.row);
    if (wantsFocus.current) return;
    focused.current = null;
    focusCell(grid.current, position);
  });
  const want = useCallback((focus: boolean) => {
    wantsFocus.current = focus;
  }, []);
  const wantFocus = useCallback(() => want(true), [want]);
  return { want, wantFocus };
}

function columnOf({ column = '' }: ActiveCell, stops: readonly string[]): number {
  const found = stops.indexOf(column);
  return found === -1 ? firstStop(stops) : found;
}

function rowOf<Row>(active: ActiveCell, rows: Positions<Row>): number {
  if (active.row === null || rows.length === 0) return -1;
  const found = active.row === undefined ? -1 : rows.indexOf(active.row, active.index);
  return found === -1 ? Math.max(0, Math.min(active.index, rows.length - 1)) : found;
}

function focusCell(grid: HTMLElement | null, { row, column }: GridPosition): void {
  const cell = grid?.querySelectorAll<HTMLElement>(`[data-row="${row}"] > [data-cell]`)[column];
  if (!cell) return;
  if (!cell.contains(document.activeElement)) {
    (cell.querySelector<HTMLElement>('[data-stop]') ?? cell).focus({ preventScroll: true });
  }
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
