import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import type { DataTableProps } from './dataTableProps';
import { mostSelected, type Selection } from '~/kit/ui/columns/selection';
import { type RowId, selectKey } from '~/kit/ui/columns/tableColumn';
import rowClasses from './DataTableRow.module.css';
import dataTableClasses from './DataTable.module.css';
import classes from './SelectBox.module.css';

const noListener = () => () => undefined;

/** Whether this row is selected; false where rows cannot be. */
export function useIsSelected(selection: Selection | undefined, id: RowId): boolean {
  return useSyncExternalStore(selection?.listen ?? noListener, () => selection?.has(id) ?? false);
}

type State = 'none' | 'some' | 'all';

export interface SelectAllProps {
  state: State;
  onToggle: () => void;
}

const nothing: ReadonlySet<RowId> = new Set();
const noIds = () => nothing;

/** How many of the rows shown are selected. */
export function useShownState<Row extends object>({
  selecting,
  rows,
  long,
  rowId,
}: DataTableProps<Row>): State {
  const { listen = noListener, ids: read = noIds } = selecting?.selection ?? {};
  const ids = useSyncExternalStore(listen, read);
  return useMemo(() => {
    if (ids.size === 0) return 'none';
    const most = Math.min(mostSelected, (long ?? rows).length);
    let count = 0;
    if (long) count = Math.min(ids.size, most);
    else for (const row of rows) if (ids.has(rowId(row))) count += 1;
    return count === 0 ? 'none' : count >= most ? 'all' : 'some';
  }, [ids, rows, long, rowId]);
}

interface BoxProps {
  label: string;
  isChecked: boolean;
  tabIndex?: number;
}

/** A checkbox whose clicks are the table's, which knows where Shift is held. */
export function SelectBox({ label, isChecked, tabIndex = 0 }: BoxProps) {
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        aria-label={label}
        data-stop
        data-select
        tabIndex={tabIndex}
        checked={isChecked}
        onChange={doNothing}
      />
    </label>
  );
}

function doNothing() {
  // A click is the table's own handler's.
}

/** The checkbox of all rows, in a cell of the grid's header. */
export function SelectAll({ state, isActive, onToggle }: SelectAllProps & { isActive: boolean }) {
  return (
    <div
      role="columnheader"
      className={classNames(dataTableClasses.heading, dataTableClasses.before, classes.head)}
      data-cell={selectKey}
    >
      <SelectAllBox state={state} tabIndex={isActive ? 0 : -1} onToggle={onToggle} />
    </div>
  );
}

export function SelectAllBox({
  state,
  tabIndex = 0,
  onToggle,
}: SelectAllProps & { tabIndex?: number }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <label className={classes.box}>
      <input
        ref={input}
        type="checkbox"
        aria-label="Select all"
        data-stop
        tabIndex={tabIndex}
        checked={state === 'all'}
        onChange={onToggle}
      />
    </label>
  );
}

interface CellProps {
  name: string;
  isSelected: boolean;
  isActive: boolean;
}

export function SelectCell({ name, isSelected, isActive }: CellProps) {
  return (
    <div
      role="gridcell"
      className={classNames(rowClasses.cell, dataTableClasses.before, classes.cell)}
      // Its own name: the box in it has the record's, which other cells are found by.
      aria-label="Selection"
      data-cell={selectKey}
    >
      <SelectBox label={`Select ${name}`} isChecked={isSelected} tabIndex={isActive ? 0 : -1} />
    </div>
  );
}
