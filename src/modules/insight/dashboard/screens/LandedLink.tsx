import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsLanded } from '~/kit/ui/hooks/useIsLanded';
import classes from './DashboardPage.module.css';

interface Props {
  to: string;
  title?: string;
  children: ReactNode;
}

export function LandedLink({ to, title, children }: Props) {
  const isLanded = useIsLanded();
  return isLanded(to) ? (
    <Link to={to} title={title} className={classes.link}>
      {children}
    </Link>
  ) : null;
}
