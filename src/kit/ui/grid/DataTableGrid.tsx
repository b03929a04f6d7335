import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DataTableProps } from './dataTableProps';
import { DataTableHeader } from './DataTableHeader';
import { DataTableRow } from './DataTableRow';
import { ComingRow } from './ComingRow';
import { ErrorBoundary } from '~/kit/ui/messages/ErrorFallback';
import { type Positions, positionsOf, withEdited } from '~/kit/ui/cells/positions';
import { selectAll } from '~/kit/ui/cells/selecting';
import { useShownState } from './SelectBox';
import { actionsKey, selectKey } from '~/kit/ui/columns/tableColumn';
import { createHolder } from '~/kit/ui/hooks/holder';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { useActiveCell } from '~/kit/ui/cells/useActiveCell';
import { useCellEdits } from '~/kit/ui/cells/useCellEdits';
import { useCellNotes } from '~/kit/ui/cells/useCellNotes';
import { useGridKeys } from '~/kit/ui/cells/useGridKeys';
import { orderOf, useVirtualRows } from './useVirtualRows';
import classes from './DataTable.module.css';

// Stable: a new array at each render would render every row again.
const noActions: never[] = [];

function useGrid<Row extends object>(
  props: DataTableProps<Row>,
  grid: RefObject<HTMLDivElement | null>,
) {
  const { columns, rowId, rowActions = noActions, onOpenRow, long, selecting } = props;
  const stops = useStops(props);
  const { drafts, edits } = useCellEdits<Row>({ rowId, onClose: () => keepFocus() });
  const positions = useMemo(
    () => long ?? positionsOf(props.rows, rowId),
    [long, props.rows, rowId],
  );
  const rows = useMemo(() => withEdited(positions, drafts), [positions, drafts]);
  const [reveal] = useState(() => createHolder<(row: number) => boolean>(() => false));
  const active = useActiveCell({ grid, rows, rowId, stops, reveal });
  const { note, notes } = useCellNotes();
  const { handlers, callbacks } = useGridKeys({
    ...active,
    grid,
    rows,
    columns,
    stops,
    rowId,
    edits,
    notes,
    onOpenRow,
    rowActions,
    selecting,
    idsIn: long?.idsIn,
  });
  // Focus returns from a closing editor to its cell, unless it has moved elsewhere.
  const keepFocus = () => {
    if (grid.current?.contains(document.activeElement)) active.wantFocus();
  };
  return { rows, stops, drafts, note, handlers, callbacks, position: active.position, reveal };
}

function useStops<Row extends object>({
  columns,
  rowActions = noActions,
  selecting,
}: DataTableProps<Row>): readonly string[] {
  const hasActions = rowActions.length > 0;
  const selects = selecting !== undefined;
  return useMemo(
    () => [
      ...(selects ? [selectKey] : []),
      ...columns.map((column) => column.key),
      ...(hasActions ? [actionsKey] : []),
    ],
    [columns, hasActions, selects],
  );
}

/** "Select all" of the header; null where rows cannot be selected. */
function useSelectAll<Row extends object>(props: DataTableProps<Row>, rows: Positions<Row>) {
  const { selecting, rowId, long } = props;
  const state = useShownState(props);
  const latest = useLatest({ selecting, rows, rowId, idsIn: long?.idsIn });
  const selects = selecting !== undefined;
  return useMemo(
    () => (selects ? { state, onToggle: () => selectAll(latest.current, state === 'all') } : null),
    [selects, state, latest],
  );
}

export function DataTableGrid<Row extends object>(props: DataTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const state = useGrid(props, grid);
  const { rows, position } = state;
  const select = useSelectAll(props, rows);
  const visible = useVirtualRows({
    scroller,
    rows,
    drafts: state.drafts,
    rowId: props.rowId,
    activeRow: position.row,
    order: orderOf(props.sort, props.long?.query),
    want: props.long?.want,
    reveal: state.reveal,
  });
  useSideShadows(scroller);
  return (
    <div className={classes.scroll} ref={scroller} data-scroller>
      <div
        ref={grid}
        role="grid"
        className={classes.grid}
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        aria-colcount={state.stops.length}
        aria-multiselectable={select ? true : undefined}
        {...state.handlers}
      >
        <DataTableHeader
          columns={props.columns}
          hasActions={(props.rowActions ?? noActions).length > 0}
          select={select}
          sort={props.sort}
          onSort={props.onSort}
          search={props.columnSearch}
          activeColumn={position.row === -1 ? position.column : null}
        />
        <div role="rowgroup" className={classes.body} style={{ height: visible.height }}>
          <GridRows {...props} shown={state} items={visible.items} />
        </div>
      </div>
    </div>
  );
}

interface RowsProps<Row extends object> extends DataTableProps<Row> {
  shown: ReturnType<typeof useGrid<Row>>;
  items: readonly { index: number; start: number }[];
}

function GridRows<Row extends object>({ shown, items, ...props }: RowsProps<Row>) {
  const { rows, stops, drafts, note, position } = shown;
  const there = items.filter(({ index }) => index < rows.length);
  return there.map(({ index, start }) => {
    const row = rows.at(index);
    const activeColumn = position.row === index ? position.column : null;
    const at = { index, top: start, stops, activeColumn };
    if (row === undefined) return <ComingRow key={`place ${index}`} {...at} />;
    const id = props.rowId(row);
    return (
      <ErrorBoundary key={id} resetKey={row} fallback={<ComingRow {...at} isBroken />}>
        <DataTableRow
          row={row}
          id={id}
          index={index}
          top={start}
          columns={props.columns}
          selecting={props.selecting}
          actions={props.rowActions ?? noActions}
          noActionsText={props.noActionsText}
          callbacks={shown.callbacks}
          activeColumn={activeColumn}
          drafts={drafts.get(id)}
          note={note?.row === id ? note : null}
          isMuted={props.isRowMuted?.(row) ?? false}
        />
      </ErrorBoundary>
    );
  });
}

/** Sets data-left and data-right on the box while columns are hidden under the sticky ones at that side. */
function useSideShadows(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const mark = () => {
      box.toggleAttribute('data-left', box.scrollLeft > 0);
      box.toggleAttribute('data-right', box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    };
    const resized = new ResizeObserver(mark);
    resized.observe(box);
    if (box.firstElementChild) resized.observe(box.firstElementChild);
    box.addEventListener('scroll', mark, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', mark);
    };
  }, [scroller]);
}
