/** True for the code of a service (SAC), which starts with 99; codes of goods (HSN) end at 98. */
export function isSac(code: string | null): boolean {
  return (code ?? '').startsWith('99');
}

/** True for a line that charges for a service; a line of text is one by its code alone (docs/product/tax.md#hsn-and-sac). */
export function isOfServices(line: { isService: boolean; hsn_code: string | null }): boolean {
  return line.isService || isSac(line.hsn_code);
}
