import type { ReactNode } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './LinesTable.module.css';

interface Props {
  caption?: string;
  /** On a phone each row is a block, whose cells are named by `data-label`. */
  stacked?: boolean;
  children: ReactNode;
}

/** A table of a document's lines or payments; on a phone it scrolls horizontally unless its rows are stacked. */
export function LinesTable({ caption, stacked = false, children }: Props) {
  return (
    <div className={classes.scroll}>
      <table className={classNames(classes.table, stacked ? classes.stacked : undefined)}>
        {caption ? <caption>{caption}</caption> : null}
        {children}
      </table>
    </div>
  );
}
