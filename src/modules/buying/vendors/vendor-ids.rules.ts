/** Whether a text of capitals has the form of an Indian PAN (docs/product/vendors.md#pan). */
export function isPan(text: string): boolean {
  return /^[A-Z]{5}[0-9]{4}[A-Z]$/.test(text);
}

/** Whether the holder of a PAN is an individual or a Hindu undivided family, whose rates of TDS are lower. */
export function isIndividual(pan: string | null): boolean {
  return pan !== null && /^...[PH]/.test(pan);
}

/** What is wrong with a text of capitals as the IFSC of a bank's branch, or null. */
export function ifscProblem(text: string): string | null {
  if (/^[A-Z]{4}0[A-Z0-9]{6}$/.test(text)) return null;
  return 'IFSC must be four letters, 0 and six letters or digits';
}
