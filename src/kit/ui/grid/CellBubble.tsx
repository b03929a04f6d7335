import { useRef } from 'react';
import { belowCell, useAtCell } from './useAtCell';
import classes from './CellEditor.module.css';

interface Props {
  id?: string;
  tone: 'error' | 'note';
  text: string;
}

/** A sentence at a cell, outside the row's height: why it was not saved, or cannot be edited. */
export function CellBubble({ id, tone, text }: Props) {
  const bubble = useRef<HTMLSpanElement>(null);
  useAtCell(bubble, belowCell);
  return (
    <span
      ref={bubble}
      id={id}
      popover="manual"
      className={classes.bubble}
      data-tone={tone}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      {text}
    </span>
  );
}
