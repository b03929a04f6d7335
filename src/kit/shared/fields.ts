import { z } from 'zod';
import { isDay } from './days';
import { type Currency, hasTwoDecimals } from './money';

/**
 * An entity is a plain list of fields. A field describes and never acts; what is read from it (row type, validation,
 * columns, inputs, filters) is read by one small function where it is used (design: Fields).
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
  | 'link';

/** Where a value was typed: the spec words some messages differently in a grid cell and in a form. */
export type Place = 'form' | 'inline';

export interface Choice<V extends string = string> {
  value: V;
  label: string;
  color?: string;
}

export interface Field<Wire = unknown, Access extends 'write' | 'read' = 'write' | 'read'> {
  kind: FieldKind;
  label: string;
  required: boolean;
  access: Access;
  /** Not a column of the table: joined or computed when the record is read. */
  derived: boolean;
  /** The SQL type, as PostgreSQL's format_type writes it. */
  column: string;
  sortable: boolean;
  searchable: boolean;
  schema: (place: Place) => z.ZodType<Wire, unknown>;
  /** A quick yes for a text that the schema gives back as it is; a no says nothing. For files of many rows. */
  isPlain?: (text: string) => boolean;
  choices?: readonly Choice[];
  /** Only for `link`: the entity it points at. */
  to?: string;
  currency?: Currency;
  decimals?: 0 | 2;
  maxLength?: number;
  min?: number;
  max?: number;
  step?: number;
  inputType?: 'text' | 'email' | 'tel' | 'url';
  /** What a form's input holds after it was left empty or with something that is no number. */
  emptyMeans?: number;
}

export type Fields = Record<string, Field>;
type WireOf<F> = F extends Field<infer Wire, infer _Access> ? Wire : never;
type Writable<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, 'write'> ? K : never;
}[keyof F];

/** A record as it travels: every field. */
export type RowOf<F extends Fields> = { [K in keyof F]: WireOf<F[K]> };
/** What a person may send: the writable fields, any of them. */
export type PatchOf<F extends Fields> = { [K in Writable<F>]?: WireOf<F[K]> | undefined };

interface Messages {
  required?: string;
  format?: string;
  min?: string;
  max?: string;
}

interface Common<R extends boolean> {
  label: string;
  required?: R;
  sortable?: boolean;
  searchable?: boolean;
  /** Texts of the form, and of the server when several fields come at once. */
  messages?: Messages;
  /** Texts of a grid cell where the spec words them differently. */
  inlineMessages?: Messages;
}

type Wire<T, R extends boolean> = R extends true ? T : T | null;

interface TextFacts<R extends boolean> extends Common<R> {
  min?: number;
  max: number;
  /** Refuses with `messages.format`; sees the trimmed text. */
  format?: (text: string) => boolean;
  /** Brings an accepted text into the form in which it is stored. */
  normalize?: (text: string) => string;
  inputType?: 'text' | 'email' | 'tel' | 'url';
}

/** One line of text. Trimmed; empty is null; `max` characters at most (`{Label} cannot exceed {n} characters`). */
export function text<const R extends boolean = false>(
  facts: TextFacts<R>,
): Field<Wire<string, R>, 'write'> {
  return textField('text', facts);
}

/** Text with line breaks. */
export function longText<const R extends boolean = false>(
  facts: TextFacts<R>,
): Field<Wire<string, R>, 'write'> {
  return textField('longText', facts);
}

function textField<R extends boolean>(
  kind: 'text' | 'longText',
  facts: TextFacts<R>,
): Field<Wire<string, R>, 'write'> {
  const { label, max, min = 0, format, normalize } = facts;
  return {
    ...common(kind, facts),
    column: 'text',
    maxLength: max,
    searchable: facts.searchable ?? true,
    ...(facts.inputType ? { inputType: facts.inputType } : {}),
    isPlain: (text) =>
      !format &&
      !normalize &&
      text.length >= Math.max(min, 1) &&
      text.length <= max &&
      text.trim() === text &&
      !hasControlCharacters(text, kind === 'longText'),
    schema: (place) => {
      const say = messagesFor(facts, place);
      const checked = z
        .string({
          error: missingOr(say.required ?? `${label} is required`, `${label} must be text`),
        })
        .trim()
        .refine((value) => !hasControlCharacters(value, kind === 'longText'), {
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
    },
  };
}

/** One of a closed list of words; a required choice without a value sent takes the column's default. */
export function choice<const V extends string, const R extends boolean = false>(
  facts: Common<R> & { choices: readonly Choice<V>[] },
): Field<Wire<V, R>, 'write'> {
  const values = facts.choices.map((each) => each.value);
  return {
    ...common('choice', facts),
    column: 'text',
    choices: facts.choices,
    schema: (place) => {
      const say = messagesFor(facts, place);
      const error = say.format ?? `${facts.label} must be one of ${values.join(', ')}`;
      const schema = facts.required
        ? z.enum(values, { error })
        : emptyAsNull(z.enum(['', ...values], { error }));
      return schema as unknown as z.ZodType<Wire<V, R>, unknown>;
    },
  };
}

/** Yes or no; never null. */
export function flag(facts: Common<true>): Field<boolean, 'write'> {
  return {
    ...common('flag', { ...facts, required: true }),
    column: 'boolean',
    schema: () => z.boolean({ error: `${facts.label} must be true or false` }),
  };
}

interface NumberFacts<R extends boolean> extends Common<R> {
  min?: number;
  max: number;
  step?: number;
  emptyMeans?: number;
}

/** An amount with at most two decimals. */
export function money<const R extends boolean = false>(
  facts: NumberFacts<R> & { currency: Currency; decimals?: 0 | 2 },
): Field<Wire<number, R>, 'write'> {
  return {
    ...numberField('money', facts, 'numeric(14,2)', {
      test: hasTwoDecimals,
      text: `${facts.label} cannot have more than two decimals`,
    }),
    currency: facts.currency,
    decimals: facts.decimals ?? 2,
  };
}

export function wholeNumber<const R extends boolean = false>(
  facts: NumberFacts<R>,
): Field<Wire<number, R>, 'write'> {
  const text = `${facts.label} must be a whole number`;
  return numberField('wholeNumber', facts, 'integer', { test: Number.isInteger, text });
}

/** A rate from 0 to 100 with at most two decimals. */
export function percent<const R extends boolean = false>(
  facts: Common<R>,
): Field<Wire<number, R>, 'write'> {
  return numberField('quantity', { ...facts, max: 100 }, 'numeric(5,2)', {
    test: hasTwoDecimals,
    text: `${facts.label} cannot have more than two decimals`,
  });
}

/** A measured amount with at most three decimals, such as a weight in kg. */
export function measure<const R extends boolean = false>(
  facts: NumberFacts<R>,
): Field<Wire<number, R>, 'write'> {
  return numberField('quantity', facts, 'numeric(12,3)', {
    test: (value) => /^-?\d+(\.\d{1,3})?$/.test(String(value)),
    text: `${facts.label} cannot have more than three decimals`,
  });
}

function numberField<R extends boolean>(
  kind: 'money' | 'wholeNumber' | 'quantity',
  facts: NumberFacts<R>,
  column: string,
  shape: { test: (value: number) => boolean; text: string },
): Field<Wire<number, R>, 'write'> {
  const { label, min = 0, max } = facts;
  return {
    ...common(kind, facts),
    column,
    min,
    max,
    ...(facts.step === undefined ? {} : { step: facts.step }),
    ...(facts.emptyMeans === undefined ? {} : { emptyMeans: facts.emptyMeans }),
    schema: (place) => {
      const say = messagesFor(facts, place);
      const notNumber = say.format ?? say.min ?? `${label} must be a number`;
      const schema = z
        .number({ error: missingOr(say.required ?? `${label} is required`, notNumber) })
        .min(min, { error: say.min ?? `${label} must be at least ${min}` })
        .max(max, { error: say.max ?? `${label} cannot exceed ${max.toLocaleString('en-US')}` })
        .refine((value) => value < min || value > max || shape.test(value), { error: shape.text });
      return nullableUnless(facts.required, schema);
    },
  };
}

/** A calendar day of the company, `YYYY-MM-DD`. */
export function day<const R extends boolean = false>(
  facts: Common<R>,
): Field<Wire<string, R>, 'write'> {
  return {
    ...common('day', facts),
    column: 'date',
    schema: () => {
      const error = `${facts.label} must be a date (YYYY-MM-DD)`;
      const isTaken = (value: string) => (value === '' && !facts.required) || isDay(value);
      const sent = z.string({ error }).refine(isTaken, { error });
      const schema = facts.required ? sent : emptyAsNull(sent);
      return schema as unknown as z.ZodType<Wire<string, R>, unknown>;
    },
  };
}

/** A moment, set by the server alone. */
export function instant<const R extends boolean = true>(
  facts: Common<R>,
): Field<Wire<string, R>, 'read'> {
  return {
    ...common('instant', { ...facts, required: facts.required ?? true }),
    access: 'read',
    column: 'timestamp(3) with time zone',
    schema: () => nullableUnless(facts.required ?? true, z.iso.datetime()),
  };
}

/** The id of another record. */
export function link<const R extends boolean = false>(
  facts: Common<R> & { to: string },
): Field<Wire<number, R>, 'write'> {
  return {
    ...common('link', facts),
    column: 'integer',
    to: facts.to,
    schema: () => {
      const error = `${facts.label} must be the id of an existing record`;
      return nullableUnless(
        facts.required,
        z.int({ error }).min(1, { error }).max(maxId, { error }),
      );
    },
  };
}

/** The same field, set by the server alone: shown and documented, refused in a body. */
export function readOnly<W>(field: Field<W>): Field<W, 'read'> {
  return { ...field, access: 'read' };
}

/** The same field, not a column of the table but joined or computed when a record is read. */
export function derived<W>(field: Field<W>): Field<W, 'read'> {
  return { ...field, access: 'read', derived: true };
}

/** Every record's own id. */
export const id: Field<number, 'read'> = readOnly({
  ...link({ label: 'ID', to: '', required: true }),
  kind: 'wholeNumber',
  sortable: true,
});

export const maxId = 2_147_483_647;

function common<R extends boolean>(kind: FieldKind, facts: Common<R>) {
  return {
    kind,
    label: facts.label,
    required: facts.required ?? false,
    access: 'write' as const,
    derived: false,
    sortable: facts.sortable ?? false,
    searchable: facts.searchable ?? false,
  };
}

function messagesFor(facts: Common<boolean>, place: Place): Messages {
  return place === 'inline'
    ? { ...facts.messages, ...facts.inlineMessages }
    : { ...facts.messages };
}

function missingOr(missing: string, wrong: string) {
  return (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? missing : wrong;
}

/** What a form's empty input sends is as absent as null (contract §2). */
function emptyAsNull(schema: z.ZodType<string>): z.ZodType<string | null> {
  return schema.transform((value) => (value === '' ? null : value)).nullable();
}

function nullableUnless<T, R extends boolean>(
  required: R | undefined,
  schema: z.ZodType<T, unknown>,
) {
  return (required ? schema : schema.nullable()) as z.ZodType<Wire<T, R>, unknown>;
}

// PostgreSQL cannot store a null byte; the other control characters are never typed on purpose.
const controlInLine = new RegExp('[\\u0000-\\u001f\\u007f]');
const controlInText = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]');

function hasControlCharacters(value: string, lineBreaks: boolean): boolean {
  return (lineBreaks ? controlInText : controlInLine).test(value);
}
