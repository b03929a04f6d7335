import { useEffect, useId, useSyncExternalStore } from 'react';
import { Listeners } from '~/kit/ui/hooks/listeners';

let open: readonly string[] = [];
const listeners = new Listeners();

function change(next: readonly string[]): void {
  open = next;
  listeners.notify();
}

/** Whether a dialog is the one that was opened last of those that are open: keys are its. */
export function useIsTopmost(opened: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    change([...open, id]);
    return () => change(open.filter((each) => each !== id));
  }, [opened, id]);
  return useSyncExternalStore(listeners.listen, () => open.at(-1) === id);
}
