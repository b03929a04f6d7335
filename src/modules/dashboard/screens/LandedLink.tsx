import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsLanded } from '~/kit/ui/useIsLanded';

/** A link to a screen of the product; nothing where that screen is not there. */
export function LandedLink({ to, children }: { to: string; children: ReactNode }) {
  const isLanded = useIsLanded();
  return isLanded(to) ? (
    <Link to={to} className="dash-link">
      {children}
    </Link>
  ) : null;
}
