import { type KeyboardEvent, type MouseEvent, type RefObject, useMemo, useRef } from 'react';
import type { CellEdits, Draft } from './cellEdits';
import { copyText } from '~/kit/ui/hooks/copyText';
import { type GridPosition, moveInGrid, nextPosition } from './gridMove';
import { rowKey, type RowCallbacks } from './gridRowKeys';
import { selectAt } from './selecting';
import { type Column, firstStop } from '~/kit/ui/columns/tableColumn';
import type { ActivePosition } from './useActiveCell';
import type { CellNotes } from './useCellNotes';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { isPressed, isTakenCharacter } from '~/kit/ui/keys/shortcuts';

interface Input<Row> extends ActivePosition, RowCallbacks<Row> {
  grid: RefObject<HTMLElement | null>;
  columns: readonly Column<Row>[];
  stops: readonly string[];
  edits: CellEdits<Row>;
  notes: CellNotes;
  onOpenRow: ((row: Row) => void) | undefined;
}

const pencilWidth = 26;

export interface EditorCallbacks<Row> {
  edits: CellEdits<Row>;
  /** Saves and moves to the next editable cell; false when there is none, so that Tab leaves the grid. */
  tab: (row: Row, column: Column<Row>, back: boolean) => boolean;
}

/**
 * Keyboard and mouse of the grid. One tab stop; arrows, Home, End, Page Up and Page Down move (with Ctrl to the
 * edges); Enter, F2, typing, a double click or a click on the focused cell edit it, Delete starts with an empty value.
 * On a cell that cannot be edited Enter and a double click open the record. Ctrl+C copies the cell, Ctrl+Enter follows
 * its link.
 */
export function useGridKeys<Row>(input: Input<Row>) {
  const latest = useLatest(input);
  const { edits } = input;
  const pressed = useRef<Element | null>(null);

  return useMemo(() => {
    const now = () => latest.current;
    const handlers = {
      onKeyDown: (event: KeyboardEvent) => keyDown(event, now()),
      onFocus: (event: { target: EventTarget }) => {
        const position = positionOf(event.target, now());
        if (position) now().goTo(position, false);
        now().notes.clear();
      },
      onMouseDown: (event: MouseEvent) => {
        const cell = cellOf(event.target);
        pressed.current = cell !== null && cell === document.activeElement ? cell : null;
      },
      onClick: (event: MouseEvent) => click(event, now(), pressed.current),
      onDoubleClick: (event: MouseEvent) => doubleClick(event, now()),
      onMouseOver: (event: MouseEvent) => explain(cellOf(event.target)),
    };
    const callbacks: EditorCallbacks<Row> = {
      edits,
      tab: (row, column, back) => tab(now(), row, column, back),
    };
    return { handlers, callbacks };
  }, [latest, edits]);
}

function keyDown<Row>(event: KeyboardEvent, input: Input<Row>): void {
  const { target } = event;
  const position = positionOf(target, input);
  if (event.defaultPrevented || !position || !(target instanceof HTMLElement)) return;
  if (isTypedIn(target)) {
    // In a column's search, Down moves to the rows; all other keys belong to the text.
    if (position.row !== -1 || event.key !== 'ArrowDown') return;
  } else if (
    stepAmongButtons(event, target) ||
    rowKey(event, position, input) ||
    act(event, target, position, input)
  ) {
    event.preventDefault();
    return;
  }
  if (event.altKey) return;
  const { rows, stops, grid } = input;
  const size = {
    rows: rows.length,
    columns: stops.length,
    first: firstStop(stops),
    page: pageOf(grid.current),
  };
  const next = moveInGrid(position, event.key, event.ctrlKey || event.metaKey, size);
  if (!next) return;
  event.preventDefault();
  input.goTo(next);
}

/** Text fields keep their keys; a read-only one, while saving, does not. */
function isTypedIn(target: HTMLElement): boolean {
  return target.matches(
    'input:not([readonly], [type="checkbox"]), textarea:not([readonly]), select:not([aria-readonly])',
  );
}

function stepAmongButtons(event: KeyboardEvent, target: HTMLElement): boolean {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const cell = cellOf(target);
  if (step === 0 || !cell || cell === target || event.ctrlKey) return false;
  const buttons = [...cell.querySelectorAll<HTMLElement>('button, a[href]')];
  const next = buttons[buttons.indexOf(target) + step];
  if (!buttons.includes(target) || !next) return false;
  next.focus();
  return true;
}

function act<Row>(
  event: KeyboardEvent,
  target: HTMLElement,
  position: GridPosition,
  input: Input<Row>,
): boolean {
  const { key } = event;
  if (position.row === -1 || target !== cellOf(target)) return false;
  const ctrl = event.ctrlKey || event.metaKey;
  if (ctrl && key.toLowerCase() === 'c') return !isSelecting() && copy(position, input);
  if (ctrl && key === 'Enter') return followLink(target);
  if (ctrl || event.altKey) return false;
  if (key === 'Enter' || key === 'F2' || isPressed(event, 'edit')) {
    if (!begin(position, input, 'key') && key !== 'F2') openRow(position, input, target);
    return true;
  }
  if (key === 'Delete' || key === 'Backspace') return begin(position, input, 'typing', '');
  if (key === ' ') return true;
  if (key.length === 1) return !isTakenCharacter(event) && begin(position, input, 'typing', key);
  return false;
}

/** Opens the editor of a cell or, where editing is refused, shows why; false when the column has none. */
function begin<Row>(
  position: GridPosition,
  input: Input<Row>,
  openedBy: Draft['openedBy'],
  typed?: string,
): boolean {
  const row = input.rows.at(position.row);
  const column = columnAt(position, input);
  const edit = column?.edit;
  if (row === undefined || !column || !edit) return false;
  const verdict = edit.canEdit?.(row);
  if (verdict && !verdict.ok) {
    input.notes.show(input.rowId(row), column.key, verdict.message);
    return true;
  }
  const replaces = edit.kind !== 'choice' && edit.kind !== 'flag';
  const how = {
    index: position.row,
    openedBy: replaces ? openedBy : openedBy === 'typing' ? 'key' : openedBy,
  } as const;
  input.edits.begin(row, column, typed !== undefined && replaces ? { ...how, typed } : how);
  input.goTo(position, false);
  return true;
}

function openRow<Row>(position: GridPosition, input: Input<Row>, target: HTMLElement): void {
  const row = input.rows.at(position.row);
  if (followLink(target) || row === undefined) return;
  input.onOpenRow?.(row);
}

function followLink(cell: HTMLElement): boolean {
  const link = cell.querySelector<HTMLElement>('a[href]');
  link?.click();
  return link !== null;
}

function copy<Row>(position: GridPosition, input: Input<Row>): boolean {
  const row = input.rows.at(position.row);
  const column = columnAt(position, input);
  if (row === undefined || !column) return false;
  void copyText(column.text(row)).then((done) => {
    input.notes.show(input.rowId(row), column.key, done ? 'Copied!' : 'Could not copy');
  });
  return true;
}

/** With a text selection, Ctrl+C copies that and a click opens no editor. */
function isSelecting(): boolean {
  return document.getSelection()?.isCollapsed === false;
}

function click<Row>(event: MouseEvent, input: Input<Row>, pressed: Element | null): void {
  const cell = cellOf(event.target);
  const position = positionOf(event.target, input);
  if (!cell || !position || position.row === -1 || !(event.target instanceof Element)) return;
  if (event.target.matches('[data-select]')) {
    selectAt(input, position.row, event.shiftKey);
    return;
  }
  if (event.target.closest('[data-copy]')) {
    copy(position, input);
    return;
  }
  const control = event.target.closest('a, button, input, select, textarea');
  const onPencil = !control && isOnPencil(event, cell);
  const again = control ? control.matches('a') && event.detail > 1 : pressed === cell;
  if (!onPencil && (!again || (isSelecting() && event.detail === 1))) return;
  // A double click must not open a choice's list under the pressed pointer.
  if (begin(position, input, event.detail > 1 ? 'key' : 'pointer')) event.preventDefault();
}

/** The pencil of an editable cell under the mouse, drawn by CSS: at the end, or before an amount. */
function isOnPencil({ clientX }: MouseEvent, cell: HTMLElement): boolean {
  const { left, right } = cell.getBoundingClientRect();
  const isBefore = cell.dataset['align'] === 'right';
  return isBefore ? clientX < left + pencilWidth : clientX > right - pencilWidth;
}

function doubleClick<Row>(event: MouseEvent, input: Input<Row>): void {
  const position = positionOf(event.target, input);
  if (!position || position.row === -1 || !(event.target instanceof Element)) return;
  if (event.target.closest('button, input, select, textarea')) return;
  const row = input.rows.at(position.row);
  if (begin(position, input, 'key') || row === undefined) return;
  if (columnAt(position, input)) input.onOpenRow?.(row);
}

function tab<Row>(input: Input<Row>, row: Row, column: Column<Row>, back: boolean): boolean {
  const { rows, stops, rowId } = input;
  if (input.edits.commit(row, column) === 'stays') return true;
  const size = { rows: rows.length, columns: stops.length, page: 1 };
  const from = { row: rows.indexOf(rowId(row), 0), column: stops.indexOf(column.key) };
  if (from.row === -1) return false;
  const next = nextPosition(from, back ? -1 : 1, size, (at) => {
    const edit = columnAt(at, input)?.edit;
    const record = rows.at(at.row);
    return edit !== undefined && record !== undefined && edit.canEdit?.(record).ok !== false;
  });
  if (!next) return false;
  begin(next, input, 'key');
  input.goTo(next);
  return true;
}

function explain(cell: HTMLElement | null): void {
  const text = cell?.querySelector<HTMLElement>('[data-text]');
  if (!cell || !text) return;
  const cut = text.scrollWidth > text.clientWidth ? text.innerText : '';
  const title = [cut, cell.dataset['why'] ?? ''].filter((part) => part !== '').join('\n');
  if (cell.title !== title) cell.title = title;
}

function cellOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
}

function positionOf<Row>(target: EventTarget | null, { stops }: Input<Row>): GridPosition | null {
  const cell = cellOf(target);
  const row = cell?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (!cell || row === undefined) return null;
  return { row: Number(row), column: stops.indexOf(cell.dataset['cell'] ?? '') };
}

function columnAt<Row>(
  { column }: GridPosition,
  { columns, stops }: Input<Row>,
): Column<Row> | undefined {
  return columns[column - firstStop(stops)];
}

function pageOf(grid: HTMLElement | null): number {
  const scroller = grid?.parentElement;
  const line = grid?.querySelector<HTMLElement>('[data-row="-1"]');
  const rowHeight =
    grid?.querySelector<HTMLElement>('[role="rowgroup"] + [role="rowgroup"] > [data-row]')
      ?.offsetHeight ?? 36;
  if (!scroller) return 10;
  return Math.max(
    1,
    Math.floor((scroller.clientHeight - (line?.offsetHeight ?? 0)) / rowHeight) - 1,
  );
}
