import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Tells whether a path has a screen: what leads nowhere is left out. */
export function useIsLanded(): (path: string) => boolean {
  const { routesByPath } = useRouter();
  return (path) => Object.hasOwn(routesByPath, path);
}

/** A link to a screen of the product; nothing where that screen is not there. */
export function LandedLink({ to, children }: { to: string; children: ReactNode }) {
  const isLanded = useIsLanded();
  return isLanded(to) ? (
    <Link to={to} className="dash-link">
      {children}
    </Link>
  ) : null;
}
