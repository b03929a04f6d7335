import { gstinForm, readGstin } from './gstin.rules';

/** Without the spaces and dashes that people type into numbers, in capitals. */
export function plainCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** An Indian GSTIN as it is printed: without spaces, in capitals. Any other tax id stays as it was typed. */
export function plainTaxId(text: string): string {
  const plain = plainCode(text);
  return gstinForm(plain) === null ? text : plain;
}

/** What is doubtful about a GSTIN of full length, or null: a mistyped one gets a warning, and is accepted. */
export function gstinDoubt(text: string): string | null {
  const plain = plainCode(text);
  if (plain.length < 15) return null;
  const reading = readGstin(plain);
  return reading.ok ? null : `This GSTIN is not valid. ${reading.wrong}`;
}

/**
 * What is doubtful about a tax id that looks like an Indian GSTIN, or null: a mistyped one gets a warning, and is
 * accepted, for other countries have ids of 15 characters too.
 */
export function taxIdDoubt(text: string): string | null {
  const plain = plainCode(text);
  return /^[0-9]{2}[0-9A-Z]{13}$/.test(plain) ? gstinDoubt(plain) : null;
}
