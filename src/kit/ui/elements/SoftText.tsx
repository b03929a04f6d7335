import type { HTMLAttributes } from 'react';
import { classNames } from './classNames';
import classes from './SoftText.module.css';

interface SoftTextProps extends HTMLAttributes<HTMLElement> {
  /** The element: a paragraph where left out. */
  as?: 'p' | 'span' | 'div';
  /** For notes under something. */
  small?: boolean;
}

/** Dimmed text, for what explains and for what matters less than its neighbour. */
export function SoftText({ as: Element = 'p', small, ...rest }: SoftTextProps) {
  return (
    <Element
      {...rest}
      className={classNames(classes.soft, rest.className)}
      data-small={small || undefined}
    />
  );
}
