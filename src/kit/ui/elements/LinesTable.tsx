import type { ReactNode } from 'react';
import classes from './LinesTable.module.css';

/** A table of a document's lines or payments in its details; on a phone it scrolls horizontally. */
export function LinesTable({ caption, children }: { caption?: string; children: ReactNode }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        {caption ? <caption>{caption}</caption> : null}
        {children}
      </table>
    </div>
  );
}
