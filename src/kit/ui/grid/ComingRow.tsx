import { memo } from 'react';
import { classNames } from '~/kit/ui/elements/classNames';
import { SkeletonBar } from '~/kit/ui/elements/ListStates';
import classes from './DataTableRow.module.css';
import dataTableClasses from './DataTable.module.css';
import { actionsKey, firstStop, selectKey } from './tableColumn';

interface Props {
  index: number;
  top: number;
  stops: readonly string[];
  activeColumn: number | null;
}

/** A row of a long list that is on its way: a place for it, which the keyboard can go through. */
export const ComingRow = memo(function ComingRow({ index, top, stops, activeColumn }: Props) {
  return (
    <div
      role="row"
      className={classes.row}
      aria-rowindex={index + 2}
      aria-busy="true"
      data-row={index}
      data-odd={index % 2 === 1 || undefined}
      style={{ top }}
    >
      {stops.map((stop, position) => (
        <div
          key={stop}
          role="gridcell"
          className={classNames(
            classes.cell,
            position === firstStop(stops) ? dataTableClasses.first : undefined,
            stop === selectKey ? dataTableClasses.before : undefined,
            stop === actionsKey ? dataTableClasses.actions : undefined,
          )}
          data-cell={stop}
          tabIndex={activeColumn === position ? 0 : -1}
        >
          {stop === actionsKey || stop === selectKey ? null : (
            <SkeletonBar at={index + position * 3} />
          )}
        </div>
      ))}
    </div>
  );
});
