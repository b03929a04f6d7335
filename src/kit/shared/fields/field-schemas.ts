import { z } from 'zod';
import { isDay } from '~/kit/shared/time/days';

/** Where a value was typed: some messages are worded differently in a grid cell and in a form. */
export type Place = 'form' | 'inline';

interface Messages {
  required?: string;
  format?: string;
  min?: string;
  max?: string;
}

export interface Facts<R extends boolean> {
  label: string;
  required?: R;
  sortable?: boolean;
  searchable?: boolean;
  messages?: Messages;
  inlineMessages?: Messages;
}

export interface TextFacts<R extends boolean> extends Facts<R> {
  min?: number;
  max: number;
  format?: (text: string) => boolean;
  normalize?: (text: string) => string;
  inputType?: 'text' | 'email' | 'tel' | 'url';
  /** Sees the text as typed. */
  doubt?: (text: string) => string | null;
}

export interface NumberFacts<R extends boolean> extends Facts<R> {
  min?: number;
  max: number;
  step?: number;
  emptyMeans?: number;
}

export interface NumberShape {
  test: (value: number) => boolean;
  text: string;
}

export type Wire<T, R extends boolean> = R extends true ? T : T | null;

/**
 * Trimmed, of `min` to `max` characters, without control characters; empty text becomes null. Tabs and line breaks
 * become spaces unless `lineBreaks` is set.
 */
export function textSchema<R extends boolean>(
  facts: TextFacts<R>,
  lineBreaks: boolean,
  place: Place,
): z.ZodType<Wire<string, R>, unknown> {
  const { label, max, min = 0, format, normalize } = facts;
  const say = messagesFor(facts, place);
  const checked = z
    .string({
      error: missingOr(say.required ?? `${label} is required`, `${label} must be text`),
    })
    .overwrite((value) => (lineBreaks ? value : oneLine(value)))
    .trim()
    .refine((value) => !hasControlCharacters(value, lineBreaks), {
      error: `${label} contains characters that cannot be stored`,
    })
    .max(max, { error: say.max ?? `${label} cannot exceed ${max} characters` })
    .refine((value) => value === '' || value.length >= min, {
      error: say.min ?? `${label} must be at least ${min} characters`,
    })
    .refine((value) => value === '' || !format || format(value), {
      error: say.format ?? `Please enter a valid ${label.toLowerCase()}`,
    });
  const kept = (value: string) => (normalize && value !== '' ? normalize(value) : value);
  if (facts.required) {
    return checked
      .refine((value) => value !== '', { error: say.required ?? `${label} is required` })
      .transform(kept) as unknown as z.ZodType<Wire<string, R>, unknown>;
  }
  return checked
    .transform((value) => (value === '' ? null : kept(value)))
    .nullable() as unknown as z.ZodType<Wire<string, R>, unknown>;
}

export function oneLine(text: string): string {
  return text.replaceAll(/\r\n|[\t\r\n]/g, ' ');
}

/** Whether `textSchema` certainly returns the text unchanged. False is inconclusive. */
export function isPlainText(facts: TextFacts<boolean>, lineBreaks: boolean, text: string): boolean {
  return (
    !facts.format &&
    !facts.normalize &&
    text.length >= Math.max(facts.min ?? 0, 1) &&
    text.length <= facts.max &&
    text.trim() === text &&
    !hasControlCharacters(text, lineBreaks)
  );
}

export function choiceSchema<V extends string, R extends boolean>(
  facts: Facts<R>,
  values: readonly V[],
  place: Place,
): z.ZodType<Wire<V, R>, unknown> {
  const say = messagesFor(facts, place);
  const error = say.format ?? `${facts.label} must be one of ${values.join(', ')}`;
  const schema = facts.required
    ? z.enum(values, { error })
    : emptyAsNull(z.enum(['', ...values], { error }));
  return schema as unknown as z.ZodType<Wire<V, R>, unknown>;
}

export function numberSchema<R extends boolean>(
  facts: NumberFacts<R>,
  shape: NumberShape,
  place: Place,
): z.ZodType<Wire<number, R>, unknown> {
  const { label, min = 0, max } = facts;
  const say = messagesFor(facts, place);
  const notNumber = say.format ?? say.min ?? `${label} must be a number`;
  const schema = z
    .number({ error: missingOr(say.required ?? `${label} is required`, notNumber) })
    .min(min, { error: say.min ?? `${label} must be at least ${min}` })
    .max(max, { error: say.max ?? `${label} cannot exceed ${max.toLocaleString('en-US')}` })
    .refine((value) => value < min || value > max || shape.test(value), { error: shape.text });
  return nullableUnless(facts.required, schema);
}

export function daySchema<R extends boolean>(facts: Facts<R>): z.ZodType<Wire<string, R>, unknown> {
  const error = `${facts.label} must be a date (YYYY-MM-DD)`;
  const isTaken = (value: string) => (value === '' && !facts.required) || isDay(value);
  const sent = z.string({ error }).refine(isTaken, { error });
  const schema = facts.required ? sent : emptyAsNull(sent);
  return schema as unknown as z.ZodType<Wire<string, R>, unknown>;
}

export function nullableUnless<T, R extends boolean>(
  required: R | undefined,
  schema: z.ZodType<T, unknown>,
): z.ZodType<Wire<T, R>, unknown> {
  return (required ? schema : schema.nullable()) as z.ZodType<Wire<T, R>, unknown>;
}

function messagesFor(facts: Facts<boolean>, place: Place): Messages {
  return place === 'inline'
    ? { ...facts.messages, ...facts.inlineMessages }
    : { ...facts.messages };
}

function missingOr(missing: string, wrong: string) {
  return (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? missing : wrong;
}

/** An empty input in a form means null (docs/product/wire.md#fields-and-text). */
function emptyAsNull(schema: z.ZodType<string>): z.ZodType<string | null> {
  return schema.transform((value) => (value === '' ? null : value)).nullable();
}

// PostgreSQL cannot store a null byte; the other control characters are never typed on purpose.
const controlInLine = new RegExp('[\\u0000-\\u001f\\u007f]');
const controlInText = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]');

function hasControlCharacters(value: string, lineBreaks: boolean): boolean {
  return (lineBreaks ? controlInText : controlInLine).test(value);
}
