import { memo, type ReactNode } from 'react';
import { allowed } from '~/kit/shared/verdict';
import { CellBubble } from '~/kit/ui/cells/CellBubble';
import { CellEditor } from '~/kit/ui/cells/CellEditor';
import type { Draft, RowDrafts } from '~/kit/ui/cells/cellEdits';
import { SelectCell, useIsSelected } from './SelectBox';
import type { Selecting } from '~/kit/ui/cells/selecting';
import { RowMenu } from './RowMenu';
import {
  actionsKey,
  type Column,
  offeredActions,
  placedActions,
  type RowAction,
  type RowId,
} from '~/kit/ui/columns/tableColumn';
import { textAt, waitingAt } from '~/kit/ui/cells/waitingCells';
import type { CellNote } from '~/kit/ui/cells/useCellNotes';
import type { EditorCallbacks } from '~/kit/ui/cells/useGridKeys';
import { markOf } from '~/kit/ui/waiting/waiting-change';
import { classNames } from '~/kit/ui/theme/classNames';
import { WaitingMark } from '~/kit/ui/messages/WaitingMark';
import classes from './DataTableRow.module.css';
import dataTableClasses from './DataTable.module.css';

/** What a row needs on any screen. */
export interface PlainRowProps<Row> {
  row: Row;
  id: RowId;
  index: number;
  top: number;
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  noActionsText: ((row: Row) => string) | undefined;
  isMuted: boolean;
  selecting: Selecting<Row> | undefined;
}

interface RowProps<Row> extends PlainRowProps<Row> {
  callbacks: EditorCallbacks<Row>;
  activeColumn: number | null;
  drafts: RowDrafts<Row> | undefined;
  note: CellNote | null;
}

export const DataTableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row extends object>(props: RowProps<Row>) {
  const { row, index, columns, actions, activeColumn, drafts, note, selecting } = props;
  const isSelected = useIsSelected(selecting?.selection, props.id);
  const before = selecting ? 1 : 0;
  return (
    <div
      role="row"
      className={classes.row}
      aria-rowindex={index + 2}
      data-row={index}
      data-odd={index % 2 === 1 || undefined}
      data-muted={props.isMuted || undefined}
      aria-selected={selecting ? isSelected : undefined}
      style={{ top: props.top }}
    >
      {selecting ? (
        <SelectCell
          name={selecting.nameOf(row)}
          isSelected={isSelected}
          isActive={activeColumn === 0}
        />
      ) : null}
      {columns.map((column, position) => (
        <Cell
          key={column.key}
          row={row}
          column={column}
          isActive={activeColumn === position + before}
          isFirst={position === 0}
          draft={drafts?.cells[column.key]}
          note={note?.column === column.key ? note.text : null}
          callbacks={props.callbacks}
        />
      ))}
      {actions.length > 0 ? (
        <ActionsCell
          row={row}
          actions={actions}
          noActionsText={props.noActionsText}
          isActive={activeColumn === columns.length + before}
          isRowActive={activeColumn !== null}
        />
      ) : null}
    </div>
  );
}

interface CellProps<Row> {
  row: Row;
  column: Column<Row>;
  isActive: boolean;
  isFirst: boolean;
  draft: Draft | undefined;
  note: string | null;
  callbacks: EditorCallbacks<Row>;
}

function Cell<Row extends object>({
  row,
  column,
  isActive,
  isFirst,
  draft,
  note,
  callbacks,
}: CellProps<Row>) {
  const { edit } = column;
  const verdict = edit ? (edit.canEdit?.(row) ?? allowed) : null;
  const isEditable = verdict?.ok === true;
  const waiting = waitingAt(row, column);
  return (
    <div
      role="gridcell"
      className={isFirst ? classNames(classes.cell, dataTableClasses.first) : classes.cell}
      data-align={column.align}
      data-cell={column.key}
      data-editable={isEditable || undefined}
      data-why={verdict && !verdict.ok ? verdict.message : undefined}
      data-state={draft ? (draft.error === null ? draft.phase : 'failed') : undefined}
      tabIndex={isActive && !draft ? 0 : -1}
      {...readOnly(!isEditable)}
      aria-busy={draft?.phase === 'saving' || undefined}
      data-waiting={waiting !== undefined || undefined}
    >
      {edit && draft ? (
        <CellEditor row={row} column={column} edit={edit} draft={draft} callbacks={callbacks} />
      ) : (
        <>
          <CellContent row={row} column={column} isActive={isActive} />
          {waiting ? <WaitingMark {...markOf(waiting)} /> : null}
        </>
      )}
      {note === null ? null : <CellBubble tone="note" text={note} />}
    </div>
  );
}

interface ContentProps<Row> {
  row: Row;
  column: Column<Row>;
  isActive: boolean;
}

// Plain markup with the grid's own click handler: a search renders hundreds of these at each key.
function CellContent<Row extends object>({ row, column, isActive }: ContentProps<Row>): ReactNode {
  const text = textAt(row, column);
  const canCopy = column.copy === true && text !== '';
  return (
    <>
      <span className={classes.text} data-text>
        {column.render ? column.render(row) : text}
      </span>
      {canCopy ? (
        <button
          type="button"
          className={classes.copy}
          data-copy
          tabIndex={isActive ? 0 : -1}
          aria-label="Copy"
          title={`Copy ${column.title}`}
        />
      ) : null}
    </>
  );
}

interface ActionsCellProps<Row> {
  row: Row;
  actions: readonly RowAction<Row>[];
  noActionsText: ((row: Row) => string) | undefined;
  isActive: boolean;
  isRowActive: boolean;
}

function ActionsCell<Row>(props: ActionsCellProps<Row>) {
  const { row, actions, isActive, isRowActive } = props;
  const offered = offeredActions(actions, row);
  const { icons, more } = placedActions(offered, row);
  const tabIndex = isRowActive ? 0 : -1;
  return (
    <div
      role="gridcell"
      className={classNames(classes.cell, dataTableClasses.actions)}
      data-cell={actionsKey}
      tabIndex={isActive && offered.length === 0 ? 0 : -1}
    >
      {offered.length === 0 ? (
        <span className={classes.noActions}>{props.noActionsText?.(row)}</span>
      ) : null}
      {icons.map((action, position) => (
        <button
          key={action.key}
          type="button"
          className={classes.action}
          data-danger={action.danger || undefined}
          data-stop={position === 0 || undefined}
          tabIndex={tabIndex}
          aria-label={action.label(row)}
          title={action.label(row)}
          onClick={() => action.onClick(row)}
        >
          {action.icon}
        </button>
      ))}
      {more.length > 0 ? <RowMenu row={row} actions={more} tabIndex={tabIndex} /> : null}
    </div>
  );
}

// Spread, because the linter does not know that ARIA 1.2 allows it on a gridcell.
function readOnly(is: boolean) {
  return is ? { 'aria-readonly': true } : {};
}
