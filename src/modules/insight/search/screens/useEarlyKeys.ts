import { useEffect, useState } from 'react';
import { createHolder } from '~/kit/ui/hooks/holder';

/** Marks the input that what is typed is for. */
export const earlyInput = { 'data-palette': true } as const;

/**
 * What is typed while the dialog is open and its input is not there yet, or has no focus yet: it is for the input, not for
 * the screen below, whose keys are letters too.
 */
export function useEarlyKeys(opened: boolean): () => string {
  const [early] = useState(() => createHolder(''));
  useEffect(() => {
    if (!opened) return undefined;
    early.set('');
    const take = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, isComposing } = event;
      if (ctrlKey || altKey || metaKey || isComposing || [...key].length !== 1) return;
      const input = document.querySelector<HTMLElement>('[data-palette]');
      if (input) {
        if (!input.closest('[role="dialog"]')?.contains(document.activeElement)) input.focus();
        return;
      }
      early.set(early.get() + key);
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, [opened, early]);
  return early.get;
}
