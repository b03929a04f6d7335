import { useRouter } from '@tanstack/react-router';

export function useIsLanded(): (path: string) => boolean {
  const { routesByPath } = useRouter();
  return (path) =>
    Object.hasOwn(routesByPath, path) ||
    Object.hasOwn(routesByPath, path.replace(/\/\d+$/, '/$id'));
}
