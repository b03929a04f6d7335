import type { ReactNode } from 'react';
import classes from './LinesTable.module.css';

/** A table of an invoice's lines or payments in its details; on a phone it scrolls horizontally. */
export function LinesTable({ children }: { children: ReactNode }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>{children}</table>
    </div>
  );
}
