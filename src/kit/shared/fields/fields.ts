import {
  type FieldOptions,
  isPlainText,
  maxId,
  type NumberOptions,
  type NumberShape,
  type InputMode,
  readChoice,
  readDay,
  readFlag,
  type Reading,
  readLink,
  readNumber,
  readText,
  type TextOptions,
  type Wire,
  wrong,
} from './field-rules';
import { type Currency, hasTwoDecimals, type MoneyDecimals } from '~/kit/shared/money/money';

/**
 * An entity is a plain list of fields. A field only describes; the row type, validation, columns, inputs and filters
 * are each derived by one small function where they are used.
 */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'choice'
  | 'flag'
  | 'money'
  | 'wholeNumber'
  | 'quantity'
  | 'day'
  | 'instant'
  | 'link'
  | 'custom';

export interface Choice<V extends string = string> {
  value: V;
  label: string;
  color?: string;
  /** It stays where it is and is not offered. */
  isOff?: boolean;
}

export interface Field<Wire = unknown, Access extends 'write' | 'read' = 'write' | 'read'> {
  kind: FieldKind;
  label: string;
  required: boolean;
  missing: string;
  access: Access;
  /** Not a column of the table: joined or computed when the record is read. */
  derived: boolean;
  /** The SQL type, as PostgreSQL's format_type writes it. */
  column: string;
  sortable: boolean;
  searchable: boolean;
  /** The rule for a value that is sent or typed: server and browser ask this one. */
  read: (value: unknown, mode: InputMode) => Reading<Wire>;
  /** A fast check that the rule gives a text back unchanged, for files of many rows. False is inconclusive. */
  isPlain?: (text: string) => boolean;
  choices?: readonly Choice[];
  to?: string;
  currency?: Currency;
  decimals?: MoneyDecimals;
  maxLength?: number;
  min?: number;
  max?: number;
  step?: number;
  inputType?: 'text' | 'email' | 'tel' | 'url';
  /** What is doubtful about a text that is taken all the same, or null. */
  doubt?: (text: string) => string | null;
  emptyMeans?: number;
  /** Below its input. */
  help?: string;
  /** The value of a new record where none is given. */
  preset?: unknown;
  /** An issued document prints it, which fixes its value. */
  isPrinted?: boolean;
  /** Of a flag: what it is when true and when false; Yes and No unless given. */
  states?: readonly [on: string, off: string];
  /** Never kept in a browser. */
  secret?: boolean;
}

export type Fields = Record<string, Field>;
type WireOf<F> = F extends Field<infer Wire, infer _Access> ? Wire : never;
type Writable<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, 'write'> ? K : never;
}[keyof F];

export type RowOf<F extends Fields> = { [K in keyof F]: WireOf<F[K]> };
export type PatchOf<F extends Fields> = { [K in Writable<F>]?: WireOf<F[K]> | undefined };

/** One line of text. Trimmed; empty is null; `max` characters at most (`{Label} cannot exceed {n} characters`). */
export function text<const R extends boolean = false>(
  options: TextOptions<R>,
): Field<Wire<string, R>, 'write'> {
  return textField('text', options);
}

export function longText<const R extends boolean = false>(
  options: TextOptions<R>,
): Field<Wire<string, R>, 'write'> {
  return textField('longText', options);
}

function textField<R extends boolean>(
  kind: 'text' | 'longText',
  options: TextOptions<R>,
): Field<Wire<string, R>, 'write'> {
  const lineBreaks = kind === 'longText';
  return {
    ...common(kind, options),
    column: 'text',
    maxLength: options.max,
    searchable: options.searchable ?? true,
    ...(options.inputType ? { inputType: options.inputType } : {}),
    ...(options.doubt ? { doubt: options.doubt } : {}),
    isPlain: (text) => isPlainText(options, lineBreaks, text),
    read: (value, mode) => readText(options, lineBreaks, { value, mode }),
  };
}

/** Of a record that can be turned off. */
export const activeStates = ['Active', 'Inactive'] as const;

/** One of a closed list of words; a required choice without a value sent takes the column's default. */
export function choice<const V extends string, const R extends boolean = false>(
  options: FieldOptions<R> & { choices: readonly Choice<V>[] },
): Field<Wire<V, R>, 'write'> {
  const values = options.choices.map((each) => each.value);
  return {
    ...common('choice', options),
    column: 'text',
    choices: options.choices,
    read: (value, mode) => readChoice(options, values, { value, mode }),
  };
}

export function flag({
  states,
  ...options
}: FieldOptions<true> & Pick<Field, 'states'>): Field<boolean, 'write'> {
  return {
    ...common('flag', { ...options, required: true }),
    ...(states ? { states } : {}),
    column: 'boolean',
    read: (value) => readFlag(options, value),
  };
}

function twoDecimals({ label }: { label: string }) {
  return { test: hasTwoDecimals, text: `${label} cannot have more than two decimals` };
}

/** An amount with at most two decimals. */
export function money<const R extends boolean = false>(
  options: NumberOptions<R> & { currency: Currency; decimals?: 0 | 2 },
): Field<Wire<number, R>, 'write'> {
  return {
    ...numberField('money', options, 'numeric(14,2)', twoDecimals(options)),
    currency: options.currency,
    decimals: options.decimals ?? 2,
  };
}

/** The price of one unit in rupees; a setting, checked separately, limits the decimals. */
export function price<const R extends boolean = false>(
  options: NumberOptions<R>,
): Field<Wire<number, R>, 'write'> {
  const text = `${options.label} must be a number`;
  const shape = { test: Number.isFinite, text };
  return { ...numberField('money', options, 'numeric', shape), currency: 'INR', decimals: 4 };
}

export function wholeNumber<const R extends boolean = false>(
  options: NumberOptions<R>,
): Field<Wire<number, R>, 'write'> {
  const text = `${options.label} must be a whole number`;
  return numberField('wholeNumber', options, 'integer', { test: Number.isInteger, text });
}

/** A rate from 0 to 100 with at most two decimals. */
export function percent<const R extends boolean = false>(
  options: FieldOptions<R>,
): Field<Wire<number, R>, 'write'> {
  return numberField('quantity', { ...options, max: 100 }, 'numeric(5,2)', twoDecimals(options));
}

/** A measured amount with at most three decimals, such as a weight in kg. */
export function measure<const R extends boolean = false>(
  options: NumberOptions<R>,
): Field<Wire<number, R>, 'write'> {
  return numberField('quantity', options, 'numeric(12,3)', {
    test: (value) => /^-?\d+(\.\d{1,3})?$/.test(String(value)),
    text: `${options.label} cannot have more than three decimals`,
  });
}

/** An amount in the unit that the record names; the unit, checked separately, limits the decimals. */
export function quantity<const R extends boolean = false>(
  options: NumberOptions<R>,
): Field<Wire<number, R>, 'write'> {
  const text = `${options.label} must be a number`;
  return numberField('quantity', options, 'numeric', { test: Number.isFinite, text });
}

function numberField<R extends boolean>(
  kind: 'money' | 'wholeNumber' | 'quantity',
  options: NumberOptions<R>,
  column: string,
  shape: NumberShape,
): Field<Wire<number, R>, 'write'> {
  return {
    ...common(kind, options),
    column,
    min: options.min ?? 0,
    max: options.max,
    ...(options.step === undefined ? {} : { step: options.step }),
    ...(options.emptyMeans === undefined ? {} : { emptyMeans: options.emptyMeans }),
    read: (value, mode) => readNumber(options, shape, { value, mode }),
  };
}

/** A calendar day of the company, `YYYY-MM-DD`. */
export function day<const R extends boolean = false>(
  options: FieldOptions<R>,
): Field<Wire<string, R>, 'write'> {
  return {
    ...common('day', options),
    column: 'date',
    read: (value) => readDay(options, value),
  };
}

/** A moment, set by the server alone. */
export function instant<const R extends boolean = true>(
  options: FieldOptions<R>,
): Field<Wire<string, R>, 'read'> {
  return {
    ...common('instant', { ...options, required: options.required ?? true }),
    access: 'read',
    column: 'timestamp(3) with time zone',
    read: () => wrong(`${options.label} is set by the server`),
  };
}

export function link<const R extends boolean = false>(
  options: FieldOptions<R> & { to: string },
): Field<Wire<number, R>, 'write'> {
  return {
    ...common('link', options),
    column: 'integer',
    to: options.to,
    read: (value) => readLink(options, value),
  };
}

export { maxId };

/** The same field, set by the server alone: documented in responses, refused in requests. */
export function readOnly<W>(field: Field<W>): Field<W, 'read'> {
  return { ...field, access: 'read' };
}

export function derived<W>(field: Field<W>): Field<W, 'read'> {
  return { ...field, access: 'read', derived: true };
}

export const id: Field<number, 'read'> = readOnly({
  ...link({ label: 'ID', to: '', required: true }),
  kind: 'wholeNumber',
  sortable: true,
});

function common<R extends boolean>(kind: FieldKind, options: FieldOptions<R>) {
  return {
    kind,
    label: options.label,
    required: options.required ?? false,
    missing: options.messages?.required ?? `${options.label} is required`,
    access: 'write' as const,
    derived: false,
    sortable: options.sortable ?? false,
    searchable: options.searchable ?? false,
  };
}
