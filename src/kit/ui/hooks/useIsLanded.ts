import { useRouter } from '@tanstack/react-router';

/** Tells whether a path has a screen: what leads nowhere is left out. */
export function useIsLanded(): (path: string) => boolean {
  const { routesByPath } = useRouter();
  return (path) => Object.hasOwn(routesByPath, path);
}
