import { Link } from '@tanstack/react-router';
import classes from './FigureLink.module.css';

interface Props {
  to: string;
  /** The filters of the list there. */
  search: Record<string, string>;
  children: string;
}

/** A figure that leads to the list of what it counts. */
export function FigureLink({ to, search, children }: Props) {
  return (
    <Link to={to} search={search as object} className={classes.figure}>
      {children}
    </Link>
  );
}
