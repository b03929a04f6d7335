import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsLanded } from '~/kit/ui/hooks/useIsLanded';
import classes from './DashboardPage.module.css';

interface Props {
  to: string;
  /** What its words leave open. */
  title?: string;
  children: ReactNode;
}

/** A link to a screen of the product; nothing where that screen is not there. */
export function LandedLink({ to, title, children }: Props) {
  const isLanded = useIsLanded();
  return isLanded(to) ? (
    <Link to={to} title={title} className={classes.link}>
      {children}
    </Link>
  ) : null;
}
