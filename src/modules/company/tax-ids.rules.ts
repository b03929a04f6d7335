const gstinPattern = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/;

/** A code without the spaces and dashes that people type, in capitals. */
export function plainCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** An Indian GSTIN as printed: without spaces, in capitals. Any other tax id is returned unchanged. */
export function plainTaxId(text: string): string {
  const plain = plainCode(text);
  return gstinPattern.test(plain) ? plain : text;
}

/**
 * A warning about a tax id that looks like an invalid Indian GSTIN, or null. It is only a warning, because other
 * countries have ids of 15 characters too.
 */
export function taxIdDoubt(text: string): string | null {
  const plain = plainCode(text);
  if (!/^[0-9]{2}[0-9A-Z]{13}$/.test(plain)) return null;
  if (gstinPattern.test(plain) && plain.endsWith(gstinCheckDigit(plain))) return null;
  return 'This looks like a GSTIN, but is no valid one. Please compare it with your certificate.';
}

const gstinDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The check digit of a GSTIN, computed from the 14 characters before it (Luhn mod 36). */
function gstinCheckDigit(gstin: string): string {
  let sum = 0;
  for (const [at, character] of Array.from(gstin.slice(0, 14)).entries()) {
    const product = gstinDigits.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return gstinDigits.charAt((36 - (sum % 36)) % 36);
}
