import type { CSSProperties, ReactNode } from 'react';
import classes from './Badge.module.css';

/** A state as a coloured word; `color` is a colour of the theme. Plain markup: a list draws hundreds. */
export function Badge({ color = 'gray', children }: { color?: string; children: ReactNode }) {
  const tone = { '--badge': `var(--mantine-color-${color}-6)` } as CSSProperties;
  return (
    <span className={classes.badge} data-badge style={tone}>
      {children}
    </span>
  );
}

/** The states of one record; in a row of a table they take up to two lines. */
export function Badges({ children }: { children: ReactNode }) {
  return <span className={classes.badges}>{children}</span>;
}
