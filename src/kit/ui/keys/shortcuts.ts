import { areSingleKeysOn } from './single-keys';

export interface Shortcut {
  group: 'Everywhere' | 'Lists' | 'Selected rows' | 'Boards' | 'Cells';
  /** Any of them: `Control+K` (or Command), `Shift+ArrowDown`, `x`. */
  keys: readonly string[];
  does: string;
}

/** What the keyboard does, as the sheet tells it and the handlers ask (docs/product/screens.md#keyboard). */
export const shortcuts = {
  search: { group: 'Everywhere', keys: ['Control+K'], does: 'Go to a screen or a record' },
  sheet: { group: 'Everywhere', keys: ['?'], does: 'Show this sheet' },
  find: { group: 'Everywhere', keys: ['/'], does: 'Search the list' },
  create: { group: 'Everywhere', keys: ['n'], does: 'New record' },
  edit: { group: 'Everywhere', keys: ['e'], does: 'Edit the record' },
  close: { group: 'Everywhere', keys: ['Escape'], does: 'Close the open dialog or menu' },
  move: {
    group: 'Lists',
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    does: 'Move',
  },
  page: { group: 'Lists', keys: ['PageUp', 'PageDown'], does: 'Move by a page' },
  ends: { group: 'Lists', keys: ['Home', 'End'], does: 'To the first or last column' },
  corners: {
    group: 'Lists',
    keys: ['Control+Home', 'Control+End'],
    does: 'To the first or last row',
  },
  open: { group: 'Lists', keys: ['Enter'], does: 'Edit the cell, or open the record' },
  follow: { group: 'Lists', keys: ['Control+Enter'], does: 'Follow the link of the cell' },
  copy: { group: 'Lists', keys: ['Control+C'], does: 'Copy the cell' },
  select: { group: 'Selected rows', keys: ['x'], does: 'Select or deselect the row' },
  extendUp: { group: 'Selected rows', keys: ['Shift+ArrowUp'], does: 'Select up to the row above' },
  extendDown: {
    group: 'Selected rows',
    keys: ['Shift+ArrowDown'],
    does: 'Select down to the row below',
  },
  clear: { group: 'Selected rows', keys: ['Escape'], does: 'Clear the selection' },
  undo: { group: 'Selected rows', keys: ['u'], does: 'Undo the last change' },
  begin: { group: 'Cells', keys: ['F2'], does: 'Edit the cell' },
  save: { group: 'Cells', keys: ['Enter'], does: 'Save' },
  saveOn: {
    group: 'Cells',
    keys: ['Tab', 'Shift+Tab'],
    does: 'Save and edit the next or previous cell',
  },
  line: { group: 'Cells', keys: ['Shift+Enter'], does: 'New line' },
  cancel: { group: 'Cells', keys: ['Escape'], does: 'Discard the edit' },
  card: {
    group: 'Boards',
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    does: 'Move between cards',
  },
  lift: { group: 'Boards', keys: ['Space'], does: 'Pick up or drop the card' },
  openCard: { group: 'Boards', keys: ['Enter'], does: 'Open the record' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether the event is that shortcut; single characters are none while they are switched off. */
export function isPressed(event: Pressed, name: ShortcutName): boolean {
  return shortcuts[name].keys.some((key) => isKey(event, key));
}

/** Characters that do something wherever nothing is typed, so that they begin no cell's text. */
export function isTakenCharacter(event: Pressed): boolean {
  const names = Object.keys(shortcuts) as ShortcutName[];
  return event.key.length === 1 && names.some((name) => isPressed(event, name));
}

function isKey(event: Pressed, combination: string): boolean {
  const parts = combination.split('+');
  const key = parts.at(-1) ?? '';
  const isCharacter = combination.length === 1;
  if (event.altKey || (event.ctrlKey || event.metaKey) !== parts.includes('Control')) return false;
  if (isCharacter) return event.key === key && areSingleKeysOn();
  const isSame = event.key === key || event.key.toLowerCase() === key.toLowerCase();
  return isSame && event.shiftKey === parts.includes('Shift');
}
