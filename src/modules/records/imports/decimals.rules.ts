import type { Field } from '~/kit/shared/fields/fields';
import { parseNumber } from '~/kit/shared/money/typed-numbers';

/** How decimals are written: `1,234.56` or `1.234,56`. */
export type Decimal = '.' | ',';

export interface DecimalGuess {
  decimal: Decimal;
  /** A number that each of the two would read as another one, where no other number decides. */
  doubt: string | null;
}

export function isNumberField({ kind }: Field): boolean {
  return kind === 'money' || kind === 'quantity' || kind === 'wholeNumber';
}

/** How the numbers of a file are written; null where both would read them alike. */
export function guessedDecimal(texts: readonly string[]): DecimalGuess | null {
  const onlyAs = { '.': 0, ',': 0 };
  let doubt: string | null = null;
  for (const text of texts) {
    const point = parseNumber(text, 'INR');
    const comma = parseNumber(swapped(text), 'INR');
    const isPoint = !Number.isNaN(point);
    const isComma = !Number.isNaN(comma);
    if (isPoint && !isComma) onlyAs['.'] += 1;
    else if (isComma && !isPoint) onlyAs[','] += 1;
    else if (isPoint && point !== comma) doubt ??= text.trim();
  }
  if (onlyAs['.'] + onlyAs[','] > 0) {
    return { decimal: onlyAs[','] > onlyAs['.'] ? ',' : '.', doubt: null };
  }
  return doubt === null ? null : { decimal: '.', doubt };
}

/** A number with a decimal comma as one with a point. */
export function swapped(text: string): string {
  return text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
}
