/** Whether keys are those of a dialog; one that is on its way out has none any more. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]:not([data-closing])') !== null;
}
