import type { KeyboardEvent } from 'react';
import type { GridPosition } from './gridMove';
import type { Positions } from './positions';
import { extendTo, type IdsIn, selectAt, type Selecting } from './selecting';
import type { RowAction, RowId } from '~/kit/ui/columns/tableColumn';
import { isPressed } from '~/kit/ui/keys/shortcuts';

export interface RowCallbacks<Row> {
  rows: Positions<Row>;
  rowId: (row: Row) => RowId;
  rowActions: readonly RowAction<Row>[];
  selecting: Selecting<Row> | undefined;
  idsIn: IdsIn | undefined;
}

interface Input<Row> extends RowCallbacks<Row> {
  goTo: (position: GridPosition) => void;
}

/** The keys of a whole row: selecting it or those next to it, and its form. */
export function rowKey<Row>(
  event: KeyboardEvent,
  position: GridPosition,
  input: Input<Row>,
): boolean {
  if (position.row < 0) return false;
  if (isPressed(event, 'edit')) return editRow(position.row, input);
  if (!input.selecting) return false;
  if (isPressed(event, 'select')) {
    selectAt(input, position.row, false);
    return true;
  }
  const step = isPressed(event, 'extendUp') ? -1 : isPressed(event, 'extendDown') ? 1 : 0;
  const to = position.row + step;
  if (step === 0 || to < 0 || to >= input.rows.length) return false;
  extendTo(input, position.row, to);
  input.goTo({ ...position, row: to });
  return true;
}

/** Opens the row's form; false where it has none. */
function editRow<Row>(index: number, { rows, rowActions }: RowCallbacks<Row>): boolean {
  const row = rows.at(index);
  const action = rowActions.find(({ key }) => key === 'edit');
  if (row === undefined || !action || action.isOffered?.(row) === false) return false;
  action.onClick(row);
  return true;
}
