import type { ReactNode } from 'react';
import classes from './ViewToggle.module.css';

interface View<V extends string> {
  value: V;
  label: string;
  icon?: ReactNode;
}

interface Props<V extends string> {
  /** What is chosen: "View". */
  label: string;
  views: readonly View<V>[];
  value: V;
  onChange: (value: V) => void;
}

/** Two or three ways of looking at the same list. */
export function ViewToggle<V extends string>({ label, views, value, onChange }: Props<V>) {
  return (
    <div className={classes.viewToggle} role="group" aria-label={label}>
      {views.map((view) => (
        <button
          key={view.value}
          type="button"
          aria-pressed={view.value === value}
          onClick={() => onChange(view.value)}
        >
          {view.icon}
          {view.label}
        </button>
      ))}
    </div>
  );
}
