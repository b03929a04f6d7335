import { hasInvisible, plainKey, withoutInvisible } from './invisible';
import { isLongerThan } from './characters';
import { isDay } from '~/kit/shared/time/days';

/** Where a value was typed: some messages are worded differently in a grid cell and in a form. */
export type InputMode = 'form' | 'inline';

/** A value, and where it was typed. */
interface Sent {
  value: unknown;
  mode: InputMode;
}

interface Messages {
  required?: string;
  format?: string;
  min?: string;
  max?: string;
}

export interface FieldOptions<R extends boolean> {
  label: string;
  required?: R;
  sortable?: boolean;
  searchable?: boolean;
  messages?: Messages;
  inlineMessages?: Messages;
}

export interface TextOptions<R extends boolean> extends FieldOptions<R> {
  min?: number;
  max: number;
  format?: (text: string) => boolean;
  normalize?: (text: string) => string;
  inputType?: 'text' | 'email' | 'tel' | 'url';
  /** Sees the text as typed. */
  doubt?: (text: string) => string | null;
}

export interface NumberOptions<R extends boolean> extends FieldOptions<R> {
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

/** What a value that was sent or typed means, or what is wrong with it, in a sentence. */
export type Reading<T = unknown> = { ok: true; value: T } | { ok: false; message: string };

/**
 * Trimmed, of `min` to `max` characters, without control characters; empty text becomes null. Unless `lineBreaks` is
 * set, tabs and line breaks become spaces and invisible characters go (docs/product/wire.md#fields-and-text).
 */
export function readText<R extends boolean>(
  options: TextOptions<R>,
  lineBreaks: boolean,
  { value, mode }: Sent,
): Reading<Wire<string, R>> {
  const { label, required, max, min = 0, format, normalize } = options;
  if (value === null && !required) return empty();
  const messages = messagesFor(options, mode);
  const missing = messages.required ?? `${label} is required`;
  if (typeof value !== 'string') return wrong(missingOr(value, missing, `${label} must be text`));
  const text = (lineBreaks ? value : shownLine(options, value)).trim();
  if (hasControlCharacters(text, lineBreaks))
    return wrong(`${label} contains characters that cannot be stored`);
  if (isLongerThan(text, max))
    return wrong(messages.max ?? `${label} cannot exceed ${max} characters`);
  if (text === '') return required ? wrong(missing) : empty();
  if (!isLongerThan(text, min - 1))
    return wrong(messages.min ?? `${label} must be at least ${min} characters`);
  if (format && !format(text))
    return wrong(messages.format ?? `Please enter a valid ${label.toLowerCase()}`);
  return { ok: true, value: normalize ? normalize(text) : text };
}

/** What has its own form, such as an address, is compared: of that nothing may be hidden. */
function shownLine({ format, normalize }: TextOptions<boolean>, text: string): string {
  const isKey = format !== undefined || normalize !== undefined;
  return (isKey ? plainKey : withoutInvisible)(oneLine(text));
}

export function oneLine(text: string): string {
  return text.replaceAll(/\r\n|[\t\r\n\u2028\u2029]/g, ' ');
}

/** Whether `readText` certainly returns the text unchanged. False is inconclusive. */
export function isPlainText(
  options: TextOptions<boolean>,
  lineBreaks: boolean,
  text: string,
): boolean {
  return (
    !options.format &&
    !options.normalize &&
    text.length >= Math.max(2 * (options.min ?? 0), 1) &&
    text.length <= options.max &&
    text.trim() === text &&
    (lineBreaks || !/[^ -~]/.test(text) || !hasInvisible(text)) &&
    !hasControlCharacters(text, lineBreaks)
  );
}

export function readChoice<V extends string, R extends boolean>(
  options: FieldOptions<R>,
  values: readonly V[],
  { value, mode }: Sent,
): Reading<Wire<V, R>> {
  if (isBlank(value) && !options.required) return empty();
  const chosen = values.find((each) => each === value);
  if (chosen !== undefined) return { ok: true, value: chosen };
  const messages = messagesFor(options, mode);
  return wrong(messages.format ?? `${options.label} must be one of ${values.join(', ')}`);
}

export function readFlag({ label }: FieldOptions<boolean>, value: unknown): Reading<boolean> {
  return typeof value === 'boolean' ? { ok: true, value } : wrong(`${label} must be true or false`);
}

export function readNumber<R extends boolean>(
  options: NumberOptions<R>,
  shape: NumberShape,
  { value, mode }: Sent,
): Reading<Wire<number, R>> {
  const { label, required, min = 0, max } = options;
  if (value === null && !required) return empty();
  const messages = messagesFor(options, mode);
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    const notNumber = messages.format ?? messages.min ?? `${label} must be a number`;
    return wrong(missingOr(value, messages.required ?? `${label} is required`, notNumber));
  }
  if (value < min) return wrong(messages.min ?? `${label} must be at least ${min}`);
  if (value > max)
    return wrong(messages.max ?? `${label} cannot exceed ${max.toLocaleString('en-US')}`);
  return shape.test(value) ? { ok: true, value } : wrong(shape.text);
}

export function readDay<R extends boolean>(
  { label, required }: FieldOptions<R>,
  value: unknown,
): Reading<Wire<string, R>> {
  if (isBlank(value) && !required) return empty();
  return typeof value === 'string' && isDay(value)
    ? { ok: true, value }
    : wrong(`${label} must be a date (YYYY-MM-DD)`);
}

export function readLink<R extends boolean>(
  { label, required }: FieldOptions<R>,
  value: unknown,
): Reading<Wire<number, R>> {
  if (value === null && !required) return empty();
  const isId = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxId;
  return isId ? { ok: true, value } : wrong(`${label} must be the id of an existing record`);
}

export const maxId = 2_147_483_647;

/** Of a value that is not required. */
function empty<T, R extends boolean>(): Reading<Wire<T, R>> {
  return { ok: true, value: null as Wire<T, R> };
}

export function wrong(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

/** An empty input in a form means null (docs/product/wire.md#fields-and-text). */
function isBlank(value: unknown): boolean {
  return value === null || value === '';
}

function missingOr(value: unknown, missing: string, otherwise: string): string {
  return value === undefined || value === null ? missing : otherwise;
}

function messagesFor(options: FieldOptions<boolean>, mode: InputMode): Messages {
  return mode === 'inline'
    ? { ...options.messages, ...options.inlineMessages }
    : { ...options.messages };
}

// PostgreSQL cannot store a null byte; the other control characters are never typed on purpose.
const controlInLine = new RegExp('[\\u0000-\\u001f\\u007f]');
const controlInText = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]');

function hasControlCharacters(value: string, lineBreaks: boolean): boolean {
  return (lineBreaks ? controlInText : controlInLine).test(value);
}
