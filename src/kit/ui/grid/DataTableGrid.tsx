import { type RefObject, useMemo, useRef } from 'react';
import type { DataTableProps } from './dataTableProps';
import { DataTableHeader } from './DataTableHeader';
import { DataTableRow } from './DataTableRow';
import { withEdited } from './cellEdits';
import { actionsKey } from './tableColumn';
import { indexOfRow, useActiveCell } from './useActiveCell';
import { useCellEdits } from './useCellEdits';
import { useCellNotes } from './useCellNotes';
import { useGridKeys } from './useGridKeys';
import { useSideShadows } from './useSideShadows';
import { useVirtualRows } from './useVirtualRows';
import classes from './DataTable.module.css';

// Stable: a new array at each render would render every row again.
const noActions: never[] = [];

function useGrid<Row extends object>(
  props: DataTableProps<Row>,
  grid: RefObject<HTMLDivElement | null>,
) {
  const { columns, rowId, rowActions = noActions, onOpenRow } = props;
  const hasActions = rowActions.length > 0;
  const stops = useMemo(
    () => [...columns.map((column) => column.key), ...(hasActions ? [actionsKey] : [])],
    [columns, hasActions],
  );
  const { drafts, edits } = useCellEdits<Row>({ rowId, onClose: () => keepFocus() });
  const rows = useMemo(
    () => withEdited(props.rows, drafts, (id, hint) => indexOfRow(props.rows, rowId, id, hint)),
    [props.rows, drafts, rowId],
  );
  const active = useActiveCell({ grid, rows, rowId, stops });
  const { note, notes } = useCellNotes();
  const { handlers, hands } = useGridKeys({
    ...active,
    grid,
    rows,
    columns,
    stops,
    rowId,
    edits,
    notes,
    onOpenRow,
  });
  // Focus returns from a closing editor to its cell, unless it has moved elsewhere.
  const keepFocus = () => {
    if (grid.current?.contains(document.activeElement)) active.wantFocus();
  };
  return { rows, stops, drafts, note, handlers, hands, place: active.place };
}

export function DataTableGrid<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rowId, rowActions = noActions } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const { rows, stops, drafts, note, handlers, hands, place } = useGrid(props, grid);
  const visible = useVirtualRows({
    scroller,
    rows,
    drafts,
    rowId,
    activeRow: place.row,
    sort: props.sort,
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
        aria-colcount={stops.length}
        {...handlers}
      >
        <DataTableHeader
          columns={columns}
          hasActions={rowActions.length > 0}
          sort={props.sort}
          onSort={props.onSort}
          search={props.columnSearch}
          activeColumn={place.row === -1 ? place.column : null}
        />
        <div role="rowgroup" className={classes.body} style={{ height: visible.height }}>
          {visible.items.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const id = rowId(row);
            return (
              <DataTableRow
                key={id}
                row={row}
                index={index}
                top={start}
                columns={columns}
                actions={rowActions}
                noActionsText={props.noActionsText}
                hands={hands}
                activeColumn={place.row === index ? place.column : null}
                drafts={drafts.get(id)}
                note={note?.row === id ? note : null}
                isMuted={props.isRowMuted?.(row) ?? false}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
