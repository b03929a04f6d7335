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

interface ChoiceBadgeProps {
  choices: readonly { value: string; label: string; color?: string }[];
  value: string;
}

/** One of the choices of a field, in its colour. */
export function ChoiceBadge({ choices, value }: ChoiceBadgeProps) {
  const choice = choices.find((each) => each.value === value);
  return <Badge color={choice?.color ?? 'gray'}>{choice?.label ?? value}</Badge>;
}

/** The states of one record; in a row of a table they take up to two lines. */
export function Badges({ children }: { children: ReactNode }) {
  return <span className={classes.badges}>{children}</span>;
}
