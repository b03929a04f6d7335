import { useMounted } from '@mantine/hooks';

/**
 * `opened`, but false at first. Mantine notes where the focus is to return to when a dialog that stands there closed is
 * opened; one whose code is loaded when it is first needed would be made open, and lose the place.
 */
export function useOpened(opened: boolean): boolean {
  return useMounted() && opened;
}
