import { memo } from 'react';
import { unreadable } from '~/kit/shared/money/numbers';
import { classNames } from '~/kit/ui/theme/classNames';
import { cannotBeShown } from '~/kit/ui/messages/ErrorFallback';
import { SkeletonBar } from '~/kit/ui/messages/ListStates';
import classes from './DataTableRow.module.css';
import dataTableClasses from './DataTable.module.css';
import { actionsKey, firstStop, selectKey } from '~/kit/ui/columns/tableColumn';

interface Props {
  index: number;
  top: number;
  stops: readonly string[];
  activeColumn: number | null;
  isBroken?: boolean;
}

/** A place for a row that is on its way or cannot be shown, which the keyboard can go through. */
export const ComingRow = memo(function ComingRow(props: Props) {
  const { index, top, stops, activeColumn, isBroken = false } = props;
  return (
    <div
      role="row"
      className={classes.row}
      aria-rowindex={index + 2}
      aria-busy={!isBroken || undefined}
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
          {stop === actionsKey || stop === selectKey ? null : isBroken ? (
            <span className={classes.text}>
              {position === firstStop(stops) ? cannotBeShown : unreadable}
            </span>
          ) : (
            <SkeletonBar at={index + position * 3} />
          )}
        </div>
      ))}
    </div>
  );
});
