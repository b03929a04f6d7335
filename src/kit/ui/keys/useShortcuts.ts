import { useEffect } from 'react';
import { isDialogOpen } from './openDialogs';
import { isPressed } from './shortcuts';

/** The page's own control for a key: a button that is pressed, an input that gets the focus. */
type Marked = 'create' | 'edit' | 'find' | 'clear' | 'undo';

const marked = ['create', 'edit', 'find', 'clear', 'undo'] as const satisfies readonly Marked[];
const forGrid = ['select', 'move', 'extendUp', 'extendDown'] as const;

const ofOthers = '[role="dialog"], [role="menu"], [role="listbox"], [contenteditable="true"]';
const withOwnKeys =
  'a, input, [tabindex="0"], [role="grid"], [role="table"], [role="tablist"], [role="radiogroup"]';
const typedIn = 'input:not([type="checkbox"], [type="radio"]), textarea, select';

/** Handles the keys that act on the screen as a whole; `onSheet` opens the sheet of them. */
export function useShortcuts(onSheet: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isFree(event) || !act(event, onSheet)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onSheet]);
}

/** Whether no one types and no dialog or menu has the word. */
function isFree({ defaultPrevented, isComposing, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || !(target instanceof Element)) return false;
  if (target.matches(typedIn) || target.closest(ofOthers)) return false;
  return !isDialogOpen();
}

function act(event: KeyboardEvent, onSheet: () => void): boolean {
  if (isPressed(event, 'sheet')) {
    onSheet();
    return true;
  }
  const name = marked.find((each) => isPressed(event, each));
  if (name && reach(name)) return true;
  const isOfGrid = forGrid.some((each) => isPressed(event, each)) || name === 'edit';
  return isOfGrid && toGrid(event);
}

function reach(name: Marked): boolean {
  const element = [...document.querySelectorAll<HTMLElement>(`[data-shortcut="${name}"]`)].find(
    (each) => each.checkVisibility() && !each.matches(':disabled'),
  );
  if (!element) return false;
  if (element instanceof HTMLInputElement) {
    element.focus();
    element.select();
  } else element.click();
  return true;
}

/** A key pressed where nothing has the focus is the list's: its active row takes it. */
function toGrid(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element) || target.closest(withOwnKeys)) return false;
  const row = document.querySelector<HTMLElement>(
    'main [role="grid"] [data-row]:not([data-row="-1"]) [tabindex="0"], main [data-open]',
  );
  if (!row) return false;
  row.focus();
  if (isPressed(event, 'move')) return true;
  const { key, shiftKey } = event;
  row.dispatchEvent(
    new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
  );
  return true;
}
