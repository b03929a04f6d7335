import { useRef } from 'react';
import { belowCell, useAtCell } from './useAtCell';
import classes from './CellEditor.module.css';

interface Props {
  id?: string;
  tone: 'error' | 'note';
  text: string;
}

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
