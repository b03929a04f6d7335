const gstinPattern = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/;

/** Without the spaces and dashes that people type into numbers, in capitals. */
export function plainCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** An Indian GSTIN as it is printed: without spaces, in capitals. Any other tax id stays as it was typed. */
export function plainTaxId(text: string): string {
  const plain = plainCode(text);
  return gstinPattern.test(plain) ? plain : text;
}

/** What is doubtful about a GSTIN of full length, or null: a mistyped one is told, and taken all the same. */
export function gstinDoubt(text: string): string | null {
  const plain = plainCode(text);
  if (plain.length < 15) return null;
  if (gstinPattern.test(plain) && plain === completeGstin(plain.slice(0, 14))) return null;
  return 'This looks like a GSTIN, but is no valid one. Please compare it with your certificate.';
}

/**
 * What is doubtful about a tax id that looks like an Indian GSTIN, or null: a mistyped one is told, and taken all the
 * same, for other countries have ids of 15 characters too.
 */
export function taxIdDoubt(text: string): string | null {
  const plain = plainCode(text);
  return /^[0-9]{2}[0-9A-Z]{13}$/.test(plain) ? gstinDoubt(plain) : null;
}

const gstinDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The first 14 characters of a GSTIN with its check digit (Luhn's sum to base 36). */
export function completeGstin(first14: string): string {
  let sum = 0;
  for (const [at, character] of Array.from(first14).entries()) {
    const product = gstinDigits.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return first14 + gstinDigits.charAt((36 - (sum % 36)) % 36);
}
