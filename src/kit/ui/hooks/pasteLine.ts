import type { ClipboardEvent } from 'react';
import { oneLine } from '~/kit/shared/fields/field-schemas';

/** Pastes into an input of one line what `oneLine` makes of the text; browsers drop line breaks or keep tabs. */
export function pasteLine(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text');
  const line = oneLine(text);
  if (line === text) return;
  event.preventDefault();
  // Typed, so that the browser's undo takes it back.
  document.execCommand('insertText', false, line);
}
