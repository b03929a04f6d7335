import { Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { ChoosableColumn } from './columnChoice';
import { MovedRow } from '~/kit/ui/elements/MovedRow';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './ColumnChooser.module.css';

interface Props {
  column: ChoosableColumn;
  isVisible: boolean;
  onToggle: (key: string, isVisible: boolean) => void;
  position?: { index: number; count: number };
  dropEdge?: 'top' | 'bottom' | null;
  isDragged?: boolean;
  onMove?: (key: string, to: number) => void;
}

export function ColumnChooserRow({ column, position, onMove, onToggle, ...state }: Props) {
  const { key, title, required = false } = column;
  const reasonId = useId();
  const reason = required ? 'Always shown' : position ? null : 'Always last';
  return (
    <MovedRow
      className={classes.row}
      dragKey={position ? key : undefined}
      dropEdge={state.dropEdge}
      isDragged={state.isDragged}
    >
      <span className={classes.grip} data-grip aria-hidden="true">
        {position ? <IconGripVertical size={16} /> : null}
      </span>
      <Checkbox
        className={classNames(classes.check)}
        size="xs"
        label={title}
        checked={state.isVisible}
        disabled={required}
        aria-describedby={reason ? reasonId : undefined}
        onChange={(event) => onToggle(key, event.currentTarget.checked)}
      />
      {reason ? (
        <SoftText as="span" small id={reasonId}>
          {reason}
        </SoftText>
      ) : null}
      {position && onMove ? (
        <>
          <MoveButton
            label={`Move ${title} up`}
            isAtEnd={position.index === 0}
            onClick={() => onMove(key, position.index - 1)}
          >
            <IconChevronUp size={16} aria-hidden />
          </MoveButton>
          <MoveButton
            label={`Move ${title} down`}
            isAtEnd={position.index === position.count - 1}
            onClick={() => onMove(key, position.index + 1)}
          >
            <IconChevronDown size={16} aria-hidden />
          </MoveButton>
        </>
      ) : null}
    </MovedRow>
  );
}

interface MoveButtonProps {
  label: string;
  isAtEnd: boolean;
  onClick: () => void;
  children: ReactNode;
}

// Not `disabled`: the focus must stay on a button that has moved its column to the end.
function MoveButton({ label, isAtEnd, onClick, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      className={classes.move}
      aria-label={label}
      title={label}
      aria-disabled={isAtEnd || undefined}
      onClick={() => {
        if (!isAtEnd) onClick();
      }}
    >
      {children}
    </button>
  );
}
