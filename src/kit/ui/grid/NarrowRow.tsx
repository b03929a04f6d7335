import { Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { memo, useCallback } from 'react';
import { SelectBox, useIsSelected } from './SelectBox';
import type { PlainRowProps } from './DataTableRow';
import { type Column, offeredActions } from '~/kit/ui/columns/tableColumn';
import { textAt } from '~/kit/ui/cells/waitingCells';
import { markOf } from '~/kit/ui/waiting/waiting-change';
import { firstWaiting } from '~/kit/ui/waiting/waiting-rows';
import { classNames } from '~/kit/ui/theme/classNames';
import { cannotBeShown } from '~/kit/ui/messages/ErrorFallback';
import { SkeletonBar } from '~/kit/ui/messages/ListStates';
import { WaitingMark } from '~/kit/ui/messages/WaitingMark';
import classes from './DataTableNarrow.module.css';
import dataTableRowClasses from './DataTableRow.module.css';

interface NarrowRowProps<Row> extends PlainRowProps<Row> {
  onOpen: ((row: Row) => void) | undefined;
}

export const NarrowRow = memo(PlainNarrowRow) as typeof PlainNarrowRow;

function PlainNarrowRow<Row extends object>(props: NarrowRowProps<Row>) {
  const { row, index, actions, onOpen, selecting } = props;
  const isSelected = useIsSelected(selecting?.selection, props.id);
  const open = useCallback(() => onOpen?.(row), [onOpen, row]);
  const lines = <NarrowLines row={row} columns={props.columns} />;
  return (
    <div
      role="row"
      className={classes.narrowRow}
      aria-rowindex={index + 1}
      data-row={index}
      data-muted={props.isMuted || undefined}
      data-selected={isSelected || undefined}
      style={{ top: props.top }}
    >
      {selecting ? (
        <div role="cell" className={classes.narrowSelect} aria-label="Selection">
          <SelectBox label={`Select ${selecting.nameOf(row)}`} isChecked={isSelected} />
        </div>
      ) : null}
      <div role="cell" className={classes.narrowCell}>
        {onOpen ? (
          <button type="button" className={classes.narrowOpen} data-open onClick={open}>
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
  const badges = others.filter((column) => column.badge && column.text(row) !== '').slice(0, 2);
  const numbers = others.filter(({ align, text }) => align === 'right' && text(row) !== '');
  const amount = numbers.find((column) => column.money) ?? numbers[0];
  const waiting = firstWaiting(row);
  const rest = others.filter((column) => !column.badge && column.align !== 'right');
  const textOf = (column: Column<Row>) => column.narrowText?.(row) ?? textAt(row, column);
  const details = rest.map(textOf).filter((text) => text !== '');
  const name = first?.narrowText?.(row) ?? first?.text(row);
  const about = details.slice(0, 3).join(' · ');
  return (
    <>
      <span className={classes.narrowLine}>
        <span className={classes.narrowName} title={name}>
          {name}
        </span>
        {waiting ? <WaitingMark {...markOf(waiting)} /> : null}
        {badges.map(({ key, render, text }) => (
          <span key={key}>{(render ?? text)(row)}</span>
        ))}
      </span>
      <span className={classes.narrowLine}>
        <span className={classes.narrowDetails} title={about}>
          {about}
        </span>
        {amount ? <span className="amount">{textOf(amount)}</span> : null}
      </span>
    </>
  );
}

export const NarrowComingRow = memo(function NarrowComingRow(props: {
  index: number;
  top: number;
  isBroken?: boolean;
}) {
  return (
    <div
      role="row"
      className={classes.narrowRow}
      aria-rowindex={props.index + 1}
      aria-busy={!props.isBroken || undefined}
      style={{ top: props.top }}
    >
      <div role="cell" className={classes.narrowCell}>
        <div className={classes.narrowOpen}>
          {props.isBroken ? (
            cannotBeShown
          ) : (
            <>
              <SkeletonBar at={props.index} />
              <SkeletonBar at={props.index + 3} />
            </>
          )}
        </div>
      </div>
    </div>
  );
});

type ActionsMenuProps<Row> = Pick<NarrowRowProps<Row>, 'row' | 'actions' | 'noActionsText'>;

function ActionsMenu<Row>({ row, actions, noActionsText }: ActionsMenuProps<Row>) {
  const offered = offeredActions(actions, row);
  return (
    <div role="cell" className={classes.narrowMenu}>
      {offered.length === 0 ? (
        <span className={dataTableRowClasses.noActions}>{noActionsText?.(row)}</span>
      ) : (
        <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
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
