import { z } from 'zod';
import { maxId, type InputMode, type Reading } from './field-rules';
import type { Field } from './fields';

/** Validates a field by its own rule; the rest describes the call to programs. */
export function fieldSchema<Wire>(
  field: Field<Wire>,
  mode: InputMode = 'form',
): z.ZodType<Wire, unknown> {
  const shape = shapeOf(field);
  return readSchema(
    (value) => field.read(value, mode),
    field.required ? shape : { anyOf: [shape, { type: 'null' }] },
  );
}

/** Takes a name also as addresses write it: `purchase-orders` for `purchase_orders`. */
export function alsoHyphenated<T>(
  names: readonly string[],
  schema: z.ZodType<T, unknown>,
): z.ZodType<T, unknown> {
  const named = (sent: unknown) => names.find((name) => name.replaceAll('_', '-') === sent);
  return z.preprocess((sent) => named(sent) ?? sent, schema);
}

type Shape = Readonly<Record<string, unknown>>;

/** Validates by a rule of our own, described by the words of JSON Schema. */
export function readSchema<T>(
  read: (value: unknown) => Reading<T>,
  shape: Shape,
): z.ZodType<T, unknown> {
  return z
    .unknown()
    .meta(shape)
    .transform((value, context) => {
      const reading = read(value);
      if (reading.ok) return reading.value;
      context.issues.push({ code: 'custom', message: reading.message, input: value });
      return z.NEVER;
    });
}

function shapeOf({ kind, choices, required, min, max, maxLength }: Field): Shape {
  switch (kind) {
    case 'text':
    case 'longText':
      return { type: 'string', ...(maxLength === undefined ? {} : { maxLength }) };
    case 'choice': {
      const values = (choices ?? []).map(({ value }) => value);
      return { type: 'string', enum: required ? values : ['', ...values] };
    }
    case 'flag':
      return { type: 'boolean' };
    case 'money':
    case 'quantity':
    case 'wholeNumber':
      return { type: 'number', minimum: min, maximum: max };
    case 'link':
      return { type: 'integer', minimum: 1, maximum: maxId };
    case 'day':
    case 'instant':
      return { type: 'string' };
    case 'custom':
      return { type: 'object' };
  }
}
