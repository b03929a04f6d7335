import type { ReactNode } from 'react';
import { asCommand } from '~/kit/ui/elements/commands';
import classes from './ViewToggle.module.css';

interface View<V extends string> {
  value: V;
  label: string;
  icon?: ReactNode;
}

interface Props<V extends string> {
  label: string;
  views: readonly View<V>[];
  value: V;
  onChange: (value: V) => void;
}

export function ViewToggle<V extends string>({ label, views, value, onChange }: Props<V>) {
  return (
    <div className={classes.viewToggle} role="group" aria-label={label}>
      {views.map((view) => (
        <button
          key={view.value}
          type="button"
          {...(view.value === value ? {} : asCommand(`${label}: ${view.label}`))}
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
