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
