import type { ClipboardEvent } from 'react';
import { oneLine } from '~/kit/shared/fields/field-rules';

/** Pastes text into an input of one line by `oneLine`; browsers drop line breaks or keep tabs. */
export function pasteLine(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text');
  const line = oneLine(text);
  if (line === text) return;
  event.preventDefault();
  // As typed input, so that the browser's undo works.
  document.execCommand('insertText', false, line);
}
