import type { ReactNode } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { type Day, formatDay } from '~/kit/shared/time/days';
import classes from './DocumentCard.module.css';

interface Props {
  document: { customer_name: string; total_amount: number };
  day: Day;
  /** Below, such as a badge. */
  children: ReactNode;
}

/** A document on the board of its statuses, below its number. */
export function DocumentCard({ document, day, children }: Props) {
  return (
    <div className={classes.card}>
      <div className={classes.customer}>{document.customer_name}</div>
      <div className={classes.details}>
        <span>{formatDay(day)}</span>
        <span className={classes.total}>{formatMoney(document.total_amount, 'INR')}</span>
      </div>
      {children ? <div>{children}</div> : null}
    </div>
  );
}
