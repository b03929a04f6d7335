import type { HTMLAttributes } from 'react';
import { classNames } from './classNames';
import classes from './MovedRow.module.css';

interface MovedRowProps extends HTMLAttributes<HTMLLIElement> {
  /** What the drag knows the row by; left out for one that keeps its place. */
  dragKey: string | number | undefined;
  /** The edge where the row that is held would go. */
  dropEdge: 'top' | 'bottom' | null | undefined;
  isDragged: boolean | undefined;
}

/** A row of a list that is put into another sequence by dragging. */
export function MovedRow({ dragKey, dropEdge, isDragged, ...rest }: MovedRowProps) {
  return (
    <li
      {...rest}
      className={classNames(classes.movedRow, rest.className)}
      data-key={dragKey}
      data-drop={dropEdge ?? undefined}
      data-dragged={isDragged || undefined}
    />
  );
}
