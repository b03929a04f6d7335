import { useMounted } from '@mantine/hooks';

/**
 * `opened`, but false at first. Mantine notes where the focus returns to when a mounted dialog opens; a lazily loaded
 * one would be mounted open and lose the place.
 */
export function useOpened(opened: boolean): boolean {
  return useMounted() && opened;
}
