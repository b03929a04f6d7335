import { type Day, formatDay } from '~/kit/shared/time/days';
import classes from './NotedDay.module.css';

interface Props {
  day: Day;
  note: string | null;
  tone: 'late' | 'soon';
}

/** A last day, with what is to be known about it. */
export function NotedDay({ day, note, tone }: Props) {
  return (
    <span className={classes.day}>
      <span>{formatDay(day)}</span>
      {note ? <span data-tone={tone}>{note}</span> : null}
    </span>
  );
}
