/** What had the focus is gone; the keyboard continues in the table of the page. */
export function focusTable(): void {
  document.querySelector<HTMLElement>('main [role="grid"] [tabindex="0"]')?.focus();
}

/** The same after a dialog that returned the focus to nothing: the button that opened it is gone. */
export function focusTableWhenLost(): void {
  if (document.activeElement === document.body && !isBehindDialog()) focusTable();
}

/** Gives the focus back to what opened a dialog, unless that is gone or behind another dialog. */
export function returnFocusTo(opener: Element): void {
  const isReachable = !isBehindDialog() || opener.closest('[aria-modal]');
  if (opener instanceof HTMLElement && opener.isConnected && isReachable)
    opener.focus({ preventScroll: true });
}

function isBehindDialog(): boolean {
  return document.querySelector('[aria-modal]:not([data-closing])') !== null;
}
