import { z } from 'zod';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import type { Place } from './field-schemas';
import type { Field, Fields, PatchOf, RowOf } from './fields';

export function writableFields<F extends Fields>(fields: F): [keyof PatchOf<F> & string, Field][] {
  const entries = Object.entries(fields).filter(([, field]) => field.access === 'write');
  return entries as [keyof PatchOf<F> & string, Field][];
}

/** Validates a new record: required fields must be there, unknown ones are refused, empty text becomes null. */
export function createSchema<F extends Fields>(fields: F): z.ZodType<PatchOf<F>, unknown> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of writableFields(fields)) {
    const schema = field.schema('form');
    const mustBeSent = field.required && (field.kind === 'text' || field.kind === 'longText');
    shape[name] = mustBeSent ? schema : schema.optional();
  }
  return z.strictObject(shape) as unknown as z.ZodType<PatchOf<F>, unknown>;
}

export const seenSchema = z.iso
  .datetime({ offset: true, error: 'updated_at must be the moment that was read with the record' })
  .optional();

/**
 * Validates a change: any subset of the writable fields, and the `updated_at` that the sender saw
 * (docs/product/wire.md#versions).
 */
export function patchSchema<F extends Fields>(
  fields: F,
  place: Place = 'form',
): z.ZodType<PatchOf<F> & { updated_at?: string }, unknown> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of writableFields(fields)) shape[name] = field.schema(place).optional();
  shape['updated_at'] = seenSchema;
  return z.strictObject(shape) as unknown as z.ZodType<
    PatchOf<F> & { updated_at?: string },
    unknown
  >;
}

export function rowSchema<F extends Fields>(fields: F): z.ZodType<RowOf<F>> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) shape[name] = wireSchema(field);
  return z.object(shape) as unknown as z.ZodType<RowOf<F>>;
}

function wireSchema(field: Field): z.ZodType {
  const plain = plainSchema(field).describe(field.label);
  return field.required ? plain : plain.nullable();
}

function plainSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
    case 'longText':
      return z.string();
    case 'choice':
      return z.enum((field.choices ?? []).map((each) => each.value));
    case 'flag':
      return z.boolean();
    case 'money':
    case 'quantity':
      return z.number();
    case 'wholeNumber':
    case 'link':
      return z.int();
    case 'day':
      return z.iso.date();
    case 'instant':
      return z.iso.datetime({ offset: true });
  }
}

export function fieldError(field: Field, value: unknown, place: Place): string | null {
  const result = field.schema(place).safeParse(value);
  return result.success ? null : (result.error.issues[0]?.message ?? 'This value is not valid');
}

export type Reading = { ok: true; value: unknown } | { ok: false; message: string };

export function readTyped(field: Field, typed: string, place: Place): Reading {
  const result = field.schema(place).safeParse(parseTyped(field, typed));
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, message: result.error.issues[0]?.message ?? 'This value is not valid' };
}

/** The value of a text typed into a cell or an input; what is no number becomes NaN, which the schema refuses. */
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
