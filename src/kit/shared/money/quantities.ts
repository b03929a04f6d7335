/** Quantities have at most three decimals; sums are exact up to nine digits before them. */
const parts = 1000;

/** How many decimals a number has: 2 of 0.25, none of 5 or 2.0; Infinity where it is not a finite number. */
export function decimalsOf(number: number): number {
  if (Number.isInteger(number)) return 0;
  if (!Number.isFinite(number)) return Number.POSITIVE_INFINITY;
  const [, fraction, exponent] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number)) ?? [];
  return Math.max(0, (fraction ?? '').length - Number(exponent ?? 0));
}

/** The exact sum of quantities with at most three decimals. */
export function sumOfQuantities(quantities: readonly number[]): number {
  return quantities.reduce((sum, each) => sum + Math.round(each * parts), 0) / parts;
}

/** The exact difference of two quantities with at most three decimals. */
export function restOfQuantity(quantity: number, taken: number): number {
  return sumOfQuantities([quantity, -taken]);
}
