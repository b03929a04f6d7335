import type { HTMLAttributes } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './MovedRow.module.css';

interface MovedRowProps extends HTMLAttributes<HTMLLIElement> {
  dragKey: string | number | undefined;
  dropEdge: 'top' | 'bottom' | null | undefined;
  isDragged: boolean | undefined;
}

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
