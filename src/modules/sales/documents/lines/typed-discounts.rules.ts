import { readTyped } from '~/kit/shared/fields/typed-values';
import type { FieldProblem } from '~/kit/shared/verdict';
import { type DocumentDiscount, documentDiscountProblem, noDiscount } from './discounts.rules';
import { discountFields } from '../documents.fields';
import type { PricedLine } from './totals.rules';
import { readNumber } from './typed-lines.rules';

/** A discount on a whole document as its form holds it: one number, and what it counts. */
export interface TypedDiscount {
  value: string;
  unit: 'percent' | 'amount';
}

export const noTypedDiscount: TypedDiscount = { value: '', unit: 'percent' };

export const discountUnits = [
  { value: 'percent', label: '%' },
  { value: 'amount', label: '₹' },
] as const satisfies readonly { value: TypedDiscount['unit']; label: string }[];

export function typedDiscount({
  discount_percent: percent,
  discount_amount: amount,
}: DocumentDiscount): TypedDiscount {
  if (percent !== null) return { value: String(percent), unit: 'percent' };
  return amount > 0 ? { value: String(amount), unit: 'amount' } : noTypedDiscount;
}

/** `10%`, `₹50`; '' for none. */
export function discountText({ value, unit }: TypedDiscount): string {
  if (value.trim() === '') return '';
  return unit === 'percent' ? `${value}%` : `₹${value}`;
}

/** The typed discount on these lines; none while it is invalid, which the form shows as an error. */
export function discountOfForm(
  typed: TypedDiscount,
  lines: readonly PricedLine[],
): DocumentDiscount {
  return typedDiscountProblem(typed, lines) === null ? readDiscount(typed) : noDiscount;
}

function readDiscount({ value, unit }: TypedDiscount): DocumentDiscount {
  const number = readNumber(value) || 0;
  if (number === 0) return noDiscount;
  return unit === 'percent'
    ? { discount_percent: number, discount_amount: 0 }
    : { discount_percent: null, discount_amount: number };
}

/** The error of a typed discount on these lines, with the field of the request; null if it is valid. */
export function typedDiscountProblem(
  typed: TypedDiscount,
  lines: readonly PricedLine[],
): FieldProblem | null {
  const field = typed.unit === 'percent' ? 'discount_percent' : 'discount_amount';
  const read = readTyped(discountFields[field], typed.value.trim() || '0', 'form');
  const message = read.ok ? documentDiscountProblem(lines, readDiscount(typed)) : read.message;
  return message === null ? null : { field, message };
}
