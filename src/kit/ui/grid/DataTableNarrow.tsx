import { Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconPencil,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react';
import { useVirtualList } from '~/kit/ui/hooks/useVirtualList';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import type { DataTableProps } from './dataTableProps';
import { placesOf } from './places';
import { RowSheet } from './RowSheet';
import { useTopAfterSort, useWanted } from './useVirtualRows';
import type { Column, RowAction, Sort } from './tableColumn';
import { textAt } from './waitingCells';
import { markOf } from '~/kit/ui/data/waiting-change';
import { firstWaiting } from '~/kit/ui/data/waiting-rows';
import { classNames } from '~/kit/ui/elements/classNames';
import { SkeletonBar } from '~/kit/ui/elements/ListStates';
import { WaitingMark } from '~/kit/ui/elements/WaitingMark';
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
  const places = useMemo(() => long ?? placesOf(rows, rowId), [long, rows, rowId]);
  const found = edited && places.at(places.indexOf(rowId(edited), 0));
  if (found && found !== edited) setEdited(found);
  const editedRow = found ?? edited;
  const actions = useQuickEdit(columns, rowActions, setEdited);
  const { items, height, range } = useVirtualList({
    count: places.length,
    scroller,
    estimateSize: () => narrowRowHeight,
    overscan: 6,
  });
  useWanted(range, long?.want);
  useTopAfterSort(scroller, long?.query ?? '');
  return (
    <>
      <SortBar columns={columns} sort={props.sort} onSort={props.onSort} />
      <div className={dataTableClasses.scroll} ref={scroller} data-scroller>
        <div role="table" aria-label={props.label} aria-rowcount={places.length}>
          <div role="rowgroup" className={dataTableClasses.body} style={{ height: height }}>
            {items.map(({ index, start }) => {
              const row = places.at(index);
              if (index >= places.length) return null;
              if (row === undefined) {
                return <NarrowComingRow key={`place ${index}`} index={index} top={start} />;
              }
              return (
                <NarrowRow
                  key={rowId(row)}
                  row={row}
                  index={index}
                  top={start}
                  columns={columns}
                  actions={actions}
                  onOpen={props.onOpenRow}
                  isMuted={props.isRowMuted?.(row) ?? false}
                  noActionsText={props.noActionsText}
                />
              );
            })}
          </div>
        </div>
      </div>
      {editedRow ? (
        <RowSheet row={editedRow} columns={columns} rowId={rowId} onClose={() => setEdited(null)} />
      ) : null}
    </>
  );
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
}

function SortBar<Row>({ columns, sort, onSort }: SortBarProps<Row>) {
  const sortable = columns.filter((column) => column.sortValue);
  if (!onSort || sortable.length === 0) return null;
  const direction = sort?.direction ?? 'asc';
  const isKnown = sortable.some((column) => column.key === sort?.key);
  return (
    <div className={classes.narrowSort}>
      <select
        className={classes.narrowSelect}
        aria-label="Sort by"
        value={isKnown ? sort?.key : ''}
        onChange={(event) => onSort({ key: event.currentTarget.value, direction })}
      >
        {isKnown ? null : <option value="">Sort by…</option>}
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

interface NarrowRowProps<Row> {
  row: Row;
  index: number;
  top: number;
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  onOpen: ((row: Row) => void) | undefined;
  isMuted: boolean;
  noActionsText: ((row: Row) => string) | undefined;
}

const NarrowRow = memo(PlainNarrowRow) as typeof PlainNarrowRow;

function PlainNarrowRow<Row extends object>(props: NarrowRowProps<Row>) {
  const { row, index, actions, onOpen } = props;
  const open = useCallback(() => onOpen?.(row), [onOpen, row]);
  const lines = <NarrowLines row={row} columns={props.columns} />;
  return (
    <div
      role="row"
      className={classes.narrowRow}
      aria-rowindex={index + 1}
      data-muted={props.isMuted || undefined}
      style={{ top: props.top }}
    >
      <div role="cell" className={classes.narrowCell}>
        {onOpen ? (
          <button type="button" className={classes.narrowOpen} onClick={open}>
            {lines}
          </button>
        ) : (
          <div className={classes.narrowOpen}>{lines}</div>
        )}
      </div>
      {actions.length > 0 ? (
        <ActionsMenu row={row} actions={actions} noActionsText={props.noActionsText} />
      ) : null}
    </div>
  );
}

/** The name and its badges, below them the next columns, and at the right the first amount or number. */
function NarrowLines<Row extends object>({
  row,
  columns,
}: {
  row: Row;
  columns: readonly Column<Row>[];
}) {
  const [first, ...others] = columns;
  const show = ({ render, text }: Column<Row>) => (render ? render(row) : text(row));
  const badges = others.filter((column) => column.badge && column.text(row) !== '').slice(0, 2);
  const numbers = others.filter(({ align, text }) => align === 'right' && text(row) !== '');
  const amount = numbers.find((column) => column.money) ?? numbers[0];
  const waiting = firstWaiting(row);
  const rest = others.filter((column) => !column.badge && column.align !== 'right');
  const details = rest
    .map((column) => column.narrowText?.(row) ?? textAt(row, column))
    .filter((text) => text !== '');
  return (
    <>
      <span className={classes.narrowLine}>
        <span className={classes.narrowName}>{first?.text(row)}</span>
        {waiting ? <WaitingMark {...markOf(waiting)} /> : null}
        {badges.map((column) => (
          <span key={column.key}>{show(column)}</span>
        ))}
      </span>
      <span className={classes.narrowLine}>
        <span className={classes.narrowDetails}>{details.slice(0, 3).join(' · ')}</span>
        {amount ? <span className="amount">{amount.text(row)}</span> : null}
      </span>
    </>
  );
}

const NarrowComingRow = memo(function NarrowComingRow(props: { index: number; top: number }) {
  return (
    <div
      role="row"
      className={classes.narrowRow}
      aria-rowindex={props.index + 1}
      aria-busy="true"
      style={{ top: props.top }}
    >
      <div role="cell" className={classes.narrowCell}>
        <div className={classes.narrowOpen}>
          <SkeletonBar at={props.index} />
          <SkeletonBar at={props.index + 3} />
        </div>
      </div>
    </div>
  );
});

type ActionsMenuProps<Row> = Pick<NarrowRowProps<Row>, 'row' | 'actions' | 'noActionsText'>;

function ActionsMenu<Row>({ row, actions, noActionsText }: ActionsMenuProps<Row>) {
  const offered = actions.filter((action) => action.isOffered?.(row) ?? true);
  return (
    <div role="cell" className={classes.narrowMenu}>
      {offered.length === 0 ? (
        <span className={dataTableRowClasses.noActions}>{noActionsText?.(row)}</span>
      ) : (
        <Menu
          position="bottom-end"
          transitionProps={{ duration: 0 }}
          withInitialFocusPlaceholder={false}
        >
          <Menu.Target>
            <button type="button" className={dataTableRowClasses.action} aria-label="Actions">
              <IconDotsVertical size={18} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map((action) => (
              <Menu.Item
                key={action.key}
                className={classNames(classes.menuItem)}
                leftSection={action.icon}
                {...(action.danger ? { c: 'var(--mantine-color-error)' } : {})}
                onClick={() => action.onClick(row)}
              >
                {action.label(row)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
