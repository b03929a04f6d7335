import { z } from 'zod';
import { fieldSchema } from './field-schemas';
import type { Field, Fields, PatchOf, RowOf } from './fields';
import { mapNames } from './picked';
import { writableFields } from './typed-values';

/** Validates a new record: required fields must be there, unknown ones are refused, empty text becomes null. */
export function createSchema<F extends Fields>(fields: F): z.ZodType<PatchOf<F>, unknown> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of writableFields(fields)) {
    const schema = fieldSchema(field);
    const mustBeSent = field.required && (field.kind === 'text' || field.kind === 'longText');
    shape[name] = mustBeSent ? schema : schema.optional();
  }
  return z.strictObject(shape) as unknown as z.ZodType<PatchOf<F>, unknown>;
}

type SentShape<F extends Fields, Name extends keyof F> = {
  [K in Name]: z.ZodOptional<z.ZodType<RowOf<F>[K], unknown>>;
};

/** The part of a request that may say any of these fields, else all of them. */
export function sentFields<
  F extends Fields,
  const Name extends keyof F & string = keyof F & string,
>(
  fields: F & Readonly<Record<Name, Field>>,
  names: readonly Name[] = Object.keys(fields) as Name[],
): SentShape<F, Name> {
  const shape = mapNames(names, (name) => fieldSchema(fields[name]).optional());
  return shape as SentShape<F, Name>;
}

export const seenSchema = z.iso
  .datetime({ offset: true, error: 'updated_at must be the value that was read with the record' })
  .optional();

/**
 * Validates a change: any subset of the writable fields, and the `updated_at` that the sender saw
 * (docs/product/wire.md#versions).
 */
export function patchSchema<F extends Fields>(
  fields: F,
): z.ZodType<PatchOf<F> & { updated_at?: string }, unknown> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of writableFields(fields)) shape[name] = fieldSchema(field).optional();
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
    case 'custom':
      return z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
  }
}
