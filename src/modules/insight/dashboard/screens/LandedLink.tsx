import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsLanded } from '~/kit/ui/hooks/useIsLanded';
import classes from './DashboardPage.module.css';

interface Props {
  to: string;
  /** The filters of the list there. */
  search?: Record<string, string>;
  title?: string;
  children: ReactNode;
}

export function LandedLink({ to, search = {}, title, children }: Props) {
  const isLanded = useIsLanded();
  return isLanded(to) ? (
    <Link to={to} search={search as object} title={title} className={classes.link}>
      {children}
    </Link>
  ) : null;
}
