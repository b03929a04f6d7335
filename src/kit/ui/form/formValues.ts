import { customKey, valueOf } from '~/kit/shared/fields/custom';
import type { Field, Fields } from '~/kit/shared/fields/fields';
import type { Reading } from '~/kit/shared/fields/field-rules';
import { readTyped, writableFields } from '~/kit/shared/fields/typed-values';

export type Typed = Record<string, string>;

/** Marks an input that the browser does not give out: `12e` in a number. No such field can have this value. */
export const unreadable = '?';

export interface FormShape {
  fields: Fields;
  names: readonly string[];
  initial: Readonly<Record<string, unknown>>;
  /** A new record is sent without its empty values, an existing one whole. */
  creating: boolean;
  /** Of a new record that follows from another one, whose own fields may stay empty. */
  isFollowing?: boolean | undefined;
  required: readonly string[];
  follow?: ((name: string, typed: Typed) => Typed) | undefined;
  check?: ((name: string, typed: Typed) => string | null) | undefined;
}

export interface FormReading {
  values: Record<string, unknown>;
  errors: Record<string, string>;
}

export function fieldOf(fields: Fields, name: string): Field {
  const field = fields[name];
  if (!field) throw new Error(`There is no field "${name}"`);
  return field;
}

/**
 * The initial texts of the inputs. A required choice without a value starts with its first option, as the browser
 * shows it.
 */
export function typedValues(shape: FormShape): Typed {
  return Object.fromEntries(shape.names.map((name) => [name, firstText(shape, name)]));
}

function firstText({ fields, initial, creating }: FormShape, name: string): string {
  const field = fieldOf(fields, name);
  const isOwn = customKey(name) !== null;
  const preset = isOwn && creating ? textOf(field.preset) : null;
  const first =
    field.kind === 'choice' && field.required && !isOwn ? field.choices?.[0]?.value : undefined;
  const blank = field.kind === 'flag' ? 'false' : (first ?? '');
  return textOf(valueOf(initial, name)) ?? preset ?? blank;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

export function mustFill(
  { fields, required }: Pick<FormShape, 'fields' | 'required'>,
  name: string,
): boolean {
  const field = fieldOf(fields, name);
  const isText = field.kind === 'text' || field.kind === 'longText';
  const isOwn = customKey(name) !== null && field.kind !== 'flag';
  return ((isText || isOwn) && field.required) || required.includes(name);
}

export function missingLabels(shape: FormShape, typed: Typed): string[] {
  return shape.names
    .filter((name) => mustFill(shape, name) && isBlank(typed[name]))
    .filter((name) => !isLeftEmpty(shape, name, typed[name] ?? ''))
    .map((name) => fieldOf(shape.fields, name).label);
}

export function typedError(shape: FormShape, name: string, text: string): string | null {
  const reading = readInput(shape, name, text);
  return reading.ok ? null : reading.message;
}

/** The value of one input (none where an empty one gets the column's default), or what is wrong with it. */
function readInput(shape: FormShape, name: string, text: string): Reading {
  const field = fieldOf(shape.fields, name);
  const isText = field.kind === 'text' || field.kind === 'longText';
  // Stored before today's rule: only a change is checked (docs/product/wire.md#fields-and-text).
  const initial = valueOf(shape.initial, name) ?? null;
  if (!shape.creating && !isBlank(text) && text === textOf(initial))
    return { ok: true, value: initial };
  if (isLeftEmpty(shape, name, text)) return { ok: true, value: null };
  if (isBlank(text) && !isText && (field.required || mustFill(shape, name))) {
    const columnHasDefault = shape.creating && !mustFill(shape, name);
    return columnHasDefault
      ? { ok: true, value: undefined }
      : { ok: false, message: field.missing };
  }
  return readTyped(field, text, 'form');
}

/** An own field without a value stays so: a required one in a new record alone needs one, and a flag is set by someone. */
function isLeftEmpty(shape: FormShape, name: string, text: string): boolean {
  const { fields, initial, creating, isFollowing = false } = shape;
  if (customKey(name) === null || (valueOf(initial, name) ?? null) !== null) return false;
  const { kind, preset, required } = fieldOf(fields, name);
  if (required && creating && !isFollowing) return false;
  if (kind === 'flag') return text === 'false' && !(creating && preset !== undefined);
  return isBlank(text);
}

export function problemOf(shape: FormShape, name: string, typed: Typed): string | null {
  return typedError(shape, name, typed[name] ?? '') ?? shape.check?.(name, typed) ?? null;
}

/** What the form sends, or the messages why it cannot; includes the `updated_at` of an existing record. */
export function readForm(shape: FormShape, typed: Typed): FormReading {
  const { names, initial, creating } = shape;
  const values: Record<string, unknown> = creating ? presetValues(shape) : {};
  const errors: Record<string, string> = {};
  for (const name of names) {
    const text = typed[name] ?? '';
    const reading = readInput(shape, name, text);
    const error = reading.ok ? shape.check?.(name, typed) : reading.message;
    if (error) errors[name] = error;
    else if (reading.ok && (!creating || isSent(shape, name, { text, value: reading.value })))
      values[name] = reading.value;
  }
  const seen = initial['updated_at'];
  if (!creating && typeof seen === 'string') values['updated_at'] = seen;
  return { values, errors };
}

/** Of a new record: what was filled in, and own fields that were emptied, which the server would fill again. */
function isSent(
  shape: FormShape,
  name: string,
  { text, value }: { text: string; value: unknown },
): boolean {
  if (customKey(name) === null) return !isBlank(text);
  return value !== null || (isBlank(text) && !isBlank(firstText(shape, name)));
}

// A screen may preset a value that the form does not show: the stage on which "Add lead" was pressed.
function presetValues({ fields, names, initial }: FormShape): Record<string, unknown> {
  const preset: Record<string, unknown> = {};
  for (const [name] of writableFields(fields)) {
    const value = initial[name];
    if (!names.includes(name) && value !== null && value !== undefined) preset[name] = value;
  }
  return preset;
}

function isBlank(text: string | undefined): boolean {
  return (text ?? '').trim() === '';
}
