import { IconPencil, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useEvenList } from '~/kit/ui/hooks/useEvenList';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { DataTableProps } from './dataTableProps';
import { ErrorBoundary } from '~/kit/ui/messages/ErrorFallback';
import { NarrowComingRow, NarrowRow } from './NarrowRow';
import { type Positions, positionsOf } from '~/kit/ui/cells/positions';
import { RowSheet } from './RowSheet';
import { selectAll } from '~/kit/ui/cells/selecting';
import { SelectAllBox, useShownState } from './SelectBox';
import { useNarrowKeys } from '~/kit/ui/cells/useNarrowKeys';
import { useTopAfterSort, useRequested } from './useVirtualRows';
import type { Column, RowAction, Sort } from '~/kit/ui/columns/tableColumn';
import classes from './DataTableNarrow.module.css';
import dataTableClasses from './DataTable.module.css';
import dataTableRowClasses from './DataTableRow.module.css';

const narrowRowHeight = 60;
const noActions: never[] = [];

export function DataTableNarrow<Row extends object>(props: DataTableProps<Row>) {
  const { rows, long, columns, rowId, rowActions = noActions } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // The row as last seen: typed input survives the record's leaving the list.
  const [edited, setEdited] = useState<Row | null>(null);
  const positions = useMemo(() => long ?? positionsOf(rows, rowId), [long, rows, rowId]);
  const found = edited && positions.at(positions.indexOf(rowId(edited), 0));
  if (found && found !== edited) setEdited(found);
  const editedRow = found ?? edited;
  const actions = useQuickEdit(columns, rowActions, setEdited);
  const { items, height, range } = useEvenList({
    count: positions.length,
    scroller,
    size: narrowRowHeight,
    overscan: 6,
  });
  useRequested(range, long?.want);
  useTopAfterSort(scroller, long?.query ?? '');
  const { selecting } = props;
  const state = useShownState(props);
  const shared = { rows: positions, rowId, rowActions, selecting, idsIn: long?.idsIn };
  const keys = useNarrowKeys(shared);
  return (
    <>
      <SortBar columns={columns} sort={props.sort} onSort={props.onSort}>
        {selecting ? (
          <SelectAllBox state={state} onToggle={() => selectAll(shared, state === 'all')} />
        ) : null}
      </SortBar>
      <div className={dataTableClasses.scroll} ref={scroller} data-scroller>
        <div role="table" aria-label={props.label} aria-rowcount={positions.length}>
          <div role="rowgroup" className={dataTableClasses.body} style={{ height }} {...keys}>
            <NarrowRows {...props} positions={positions} items={items} actions={actions} />
          </div>
        </div>
      </div>
      {editedRow ? (
        <RowSheet row={editedRow} columns={columns} rowId={rowId} onClose={() => setEdited(null)} />
      ) : null}
    </>
  );
}

interface RowsProps<Row extends object> extends DataTableProps<Row> {
  positions: Positions<Row>;
  items: readonly { index: number; start: number }[];
  actions: readonly RowAction<Row>[];
}

function NarrowRows<Row extends object>({ positions, items, actions, ...props }: RowsProps<Row>) {
  return items.map(({ index, start }) => {
    const row = positions.at(index);
    if (index >= positions.length) return null;
    if (row === undefined) {
      return <NarrowComingRow key={`place ${index}`} index={index} top={start} />;
    }
    const id = props.rowId(row);
    return (
      <ErrorBoundary
        key={id}
        resetKey={row}
        fallback={<NarrowComingRow index={index} top={start} isBroken />}
      >
        <NarrowRow
          row={row}
          id={id}
          index={index}
          top={start}
          columns={props.columns}
          actions={actions}
          onOpen={props.onOpenRow}
          isMuted={props.isRowMuted?.(row) ?? false}
          noActionsText={props.noActionsText}
          selecting={props.selecting}
        />
      </ErrorBoundary>
    );
  });
}

/** The row's actions, with "Quick edit" among them where a cell can be edited. */
function useQuickEdit<Row>(
  columns: readonly Column<Row>[],
  rowActions: readonly RowAction<Row>[],
  edit: (row: Row) => void,
): readonly RowAction<Row>[] {
  const canEdit = columns.some((column) => column.edit);
  return useMemo(() => {
    const quickEdit: RowAction<Row> = {
      key: 'quickEdit',
      label: () => 'Quick edit',
      icon: <IconPencil size={16} aria-hidden />,
      onClick: edit,
      isOffered: (row) => columns.some(({ edit: own }) => own && own.canEdit?.(row).ok !== false),
    };
    const isDanger = ({ danger }: RowAction<Row>) => danger === true;
    const safe = rowActions.filter((action) => !isDanger(action));
    return canEdit ? [...safe, quickEdit, ...rowActions.filter(isDanger)] : rowActions;
  }, [rowActions, columns, canEdit, edit]);
}

interface SortBarProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  children: ReactNode;
}

function SortBar<Row>({ columns, sort, onSort, children }: SortBarProps<Row>) {
  const sortable = columns.filter((column) => column.sortValue);
  if (!onSort || sortable.length === 0) return null;
  const direction = sort?.direction ?? 'asc';
  const isSortable = sortable.some((column) => column.key === sort?.key);
  return (
    <div className={classes.narrowSort}>
      {children ? <span className={classes.narrowSelectAll}>{children}</span> : null}
      <select
        className={classes.narrowOrder}
        aria-label="Sort by"
        value={isSortable ? sort?.key : ''}
        onChange={(event) => onSort({ key: event.currentTarget.value, direction })}
      >
        {isSortable ? null : <option value="">Sort by…</option>}
        {sortable.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
      {sort ? (
        <button
          type="button"
          className={dataTableRowClasses.action}
          aria-label={
            direction === 'asc' ? 'Ascending, sort descending' : 'Descending, sort ascending'
          }
          onClick={() => onSort({ key: sort.key, direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          {direction === 'asc' ? (
            <IconSortAscending size={18} aria-hidden />
          ) : (
            <IconSortDescending size={18} aria-hidden />
          )}
        </button>
      ) : null}
    </div>
  );
}
