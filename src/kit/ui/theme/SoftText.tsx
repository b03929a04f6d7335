import type { HTMLAttributes } from 'react';
import { classNames } from './classNames';
import classes from './SoftText.module.css';

interface SoftTextProps extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'span' | 'div';
  small?: boolean;
}

export function SoftText({ as: Element = 'p', small, ...rest }: SoftTextProps) {
  return (
    <Element
      {...rest}
      className={classNames(classes.soft, rest.className)}
      data-small={small || undefined}
    />
  );
}
