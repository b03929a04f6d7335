import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './DashboardPage.module.css';

interface Props {
  to: string;
  /** The filters of the list there. */
  search?: Record<string, string>;
  title?: string;
  children: ReactNode;
}

/** From a panel to the list of its records. */
export function PanelLink({ to, search = {}, title, children }: Props) {
  return (
    <Link to={to} search={search as object} title={title} className={classes.link}>
      {children}
    </Link>
  );
}
