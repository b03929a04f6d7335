import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { isDay } from '~/kit/shared/time/days';
import { type InputMode, type Reading, wrong } from './field-rules';
import type { Field, Fields, PatchOf } from './fields';

export function writableFields<F extends Fields>(fields: F): [keyof PatchOf<F> & string, Field][] {
  const entries = Object.entries(fields).filter(([, field]) => field.access === 'write');
  return entries as [keyof PatchOf<F> & string, Field][];
}

export function fieldError(field: Field, value: unknown, mode: InputMode): string | null {
  const reading = field.read(value, mode);
  return reading.ok ? null : reading.message;
}

export function readTyped(field: Field, typed: string, mode: InputMode): Reading {
  const value = parseTyped(field, typed);
  // An input takes a day in any usual way, the wire in one.
  return field.kind === 'day' && typeof value === 'string' && !isDay(value)
    ? wrong(`${field.label} must be a date, such as 28 Nov 2026 or 28/11/2026`)
    : field.read(value, mode);
}

/** The value of a text typed into a cell or an input; what is not a number becomes NaN, which the field refuses. */
export function parseTyped(field: Field, typed: string): unknown {
  const trimmed = typed.trim();
  switch (field.kind) {
    case 'money':
    case 'quantity':
    case 'wholeNumber':
      return parseNumber(typed, field.currency);
    case 'link':
      return parseNumber(typed);
    case 'flag':
      return trimmed === 'true';
    case 'choice':
    case 'day':
      return trimmed === '' ? null : trimmed;
    default:
      return typed;
  }
}
