/** What had the focus is gone; the keyboard continues in the table of the page. */
export function focusTable(): void {
  document.querySelector<HTMLElement>('main [role="grid"] [tabindex="0"]')?.focus();
}

/** The same after a dialog that returned the focus to nothing: the button that opened it is gone. */
export function focusTableWhenLost(): void {
  const isBehind = document.querySelector('[aria-modal]:not([data-closing])') !== null;
  if (document.activeElement === document.body && !isBehind) focusTable();
}
