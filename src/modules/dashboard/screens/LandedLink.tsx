import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsLanded } from '~/kit/ui/hooks/useIsLanded';

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
    <Link to={to} title={title} className="dash-link">
      {children}
    </Link>
  ) : null;
}
