/** Whether keys are those of a dialog; one that is on its way out has none any longer. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]:not([data-closing])') !== null;
}
