import type { ReactNode } from 'react';
import classes from './LinesTable.module.css';

/** The table of an invoice's lines or payments within its details; on a phone it scrolls sideways. */
export function LinesTable({ children }: { children: ReactNode }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>{children}</table>
    </div>
  );
}
