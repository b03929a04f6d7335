/** What had the focus is gone; the keyboard continues in the table of the page, else at its heading. */
export function focusTable(): void {
  const table = document.querySelector<HTMLElement>('main [role="grid"] [tabindex="0"]');
  (table ?? document.querySelector<HTMLElement>('main h1'))?.focus();
}

/** The same once the focus is lost, as where the button that opened a dialog is gone; in a dialog that is still open. */
export function focusTableWhenLost(): void {
  if (document.activeElement !== document.body) return;
  const dialog = openDialog();
  if (dialog) dialog.focus();
  else focusTable();
}

/** Gives the focus back to what opened a dialog, unless that is gone or behind another dialog. */
export function returnFocusTo(opener: Element): void {
  const isReachable = !isBehindDialog() || opener.closest('[aria-modal]');
  if (opener instanceof HTMLElement && opener.isConnected && isReachable)
    opener.focus({ preventScroll: true });
}

function isBehindDialog(): boolean {
  return openDialog() !== null;
}

function openDialog(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[aria-modal]:not([data-closing])');
}
