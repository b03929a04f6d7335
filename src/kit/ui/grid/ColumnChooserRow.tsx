import { Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { ChoosableColumn } from './columnChoice';
import '~/kit/ui/elements/MovedRow.css';

interface Props {
  column: ChoosableColumn;
  isVisible: boolean;
  onToggle: (key: string, isVisible: boolean) => void;
  /** Left out for a column that keeps its place. */
  place?: { index: number; count: number };
  dropEdge?: 'top' | 'bottom' | null;
  isDragged?: boolean;
  onMove?: (key: string, to: number) => void;
}

/** One column of the chooser: shown or not, and its buttons and handle to move it. */
export function ColumnChooserRow({ column, place, onMove, onToggle, ...state }: Props) {
  const { key, title, required = false } = column;
  const reasonId = useId();
  const reason = required ? 'Always shown' : place ? null : 'Always last';
  return (
    <li
      className="moved-row chooser-row"
      data-key={place ? key : undefined}
      data-drop={state.dropEdge ?? undefined}
      data-dragged={state.isDragged || undefined}
    >
      <span className="chooser-grip" data-grip aria-hidden="true">
        {place ? <IconGripVertical size={16} /> : null}
      </span>
      <Checkbox
        className="chooser-check"
        size="xs"
        label={title}
        checked={state.isVisible}
        disabled={required}
        aria-describedby={reason ? reasonId : undefined}
        onChange={(event) => onToggle(key, event.currentTarget.checked)}
      />
      {reason ? (
        <span className="chooser-reason" id={reasonId}>
          {reason}
        </span>
      ) : null}
      {place && onMove ? (
        <>
          <MoveButton
            label={`Move ${title} up`}
            isAtEnd={place.index === 0}
            onClick={() => onMove(key, place.index - 1)}
          >
            <IconChevronUp size={16} aria-hidden />
          </MoveButton>
          <MoveButton
            label={`Move ${title} down`}
            isAtEnd={place.index === place.count - 1}
            onClick={() => onMove(key, place.index + 1)}
          >
            <IconChevronDown size={16} aria-hidden />
          </MoveButton>
        </>
      ) : null}
    </li>
  );
}

interface MoveButtonProps {
  label: string;
  isAtEnd: boolean;
  onClick: () => void;
  children: ReactNode;
}

// Not `disabled`: the focus must stay on the button that has moved its column to the end.
function MoveButton({ label, isAtEnd, onClick, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="chooser-move"
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
