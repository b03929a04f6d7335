import { maxAmount } from '~/kit/shared/money/money';
import type { ErrorTable } from '~/kit/shared/error-codes';
import { isEmail, isPhone, isWebsite, withScheme } from '~/kit/shared/fields/contact';
import { customName, type CustomValue, type CustomValues } from '~/kit/shared/fields/custom';
import * as field from '~/kit/shared/fields/fields';
import type { Field, Fields } from '~/kit/shared/fields/fields';
import { oneLine, type Reading } from '~/kit/shared/fields/field-rules';
import { fieldText } from '~/kit/shared/fields/field-text';
import { counted } from '~/kit/shared/money/numbers';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import {
  type CustomChoice,
  type CustomField,
  mostLettersOf,
  printedKinds,
} from './custom-fields.fields';

export const customFieldRefusals = {
  'custom.unknown_field': [400, 'The kind has no such custom field that is on'],
  'custom.fixed': [409, 'The key and the kind of a field never change'],
  'custom.label_taken': [409, 'Another field of the kind has this label'],
  'custom.key_taken': [409, 'Another field of the kind has this key'],
  'custom.too_many': [409, 'The kind has the maximum number of fields that are on'],
  'custom.in_use': [409, 'Records have the choice, the field is on, or values are being changed'],
  'custom.type_fixed': [409, 'A field only becomes text; its decimals and its length only grow'],
  'custom.printed': [409, 'The document is issued, and what it prints is fixed'],
} as const satisfies ErrorTable;

export const mostActive = 40;
const mostBytes = 16_384;
const widest = 999_999_999_999;

/** One of the company's own fields as a field, read by the rules of the standard ones. */
export function fieldOf(own: CustomField): Field {
  const { label, required } = own;
  const options = { label, required, sortable: true };
  switch (own.type) {
    case 'text':
      return field.text({ ...options, max: own.max_length ?? mostLettersOf('text') });
    case 'long_text':
      return field.longText({ ...options, max: own.max_length ?? mostLettersOf('long_text') });
    case 'email':
      return field.text({
        ...options,
        max: 255,
        inputType: 'email',
        format: isEmail,
        messages: { format: 'Please enter a valid email address (e.g., name@company.com)' },
      });
    case 'phone':
      return field.text({
        ...options,
        max: 50,
        inputType: 'tel',
        format: isPhone,
        messages: { format: 'Please enter a valid phone number (at least 10 digits)' },
      });
    case 'url':
      return field.text({
        ...options,
        max: 255,
        inputType: 'url',
        format: isWebsite,
        normalize: withScheme,
        messages: { format: 'Please enter a valid website URL' },
      });
    case 'choice':
      return choiceOf(own);
    case 'flag':
      return {
        ...field.flag({ label }),
        required,
        sortable: true,
        read: (value) =>
          value === null && !required ? { ok: true, value: null } : readFlag(label, value),
      };
    case 'date':
      return field.day(options);
    case 'number':
      return numberOf(own);
    case 'money':
      return field.money({ ...options, ...limitsOf(own, maxAmount), currency: 'INR' });
  }
}

/** The same where it may be empty: only a new record and one that has a value need one. */
export function optionalOf(own: CustomField): Field {
  return fieldOf({ ...own, required: false });
}

function readFlag(label: string, value: unknown) {
  return typeof value === 'boolean'
    ? { ok: true as const, value }
    : {
        ok: false as const,
        message: value === null ? `${label} is required` : `${label} must be true or false`,
      };
}

function limitsOf({ min, max }: Pick<CustomField, 'min' | 'max'>, most = widest) {
  return { min: min ?? -most, max: max ?? most };
}

function numberOf(own: CustomField): Field {
  const { label, required } = own;
  const decimals = own.decimals ?? 0;
  const options = { label, required, sortable: true, ...limitsOf(own) };
  if (decimals === 0) return field.wholeNumber(options);
  const most = ['', 'one decimal', 'two decimals', 'three decimals'][decimals] ?? '';
  const plain = field.quantity(options);
  return {
    ...plain,
    step: 10 ** -decimals,
    read: (value, mode) => {
      const reading = plain.read(value, mode);
      const isFine = typeof value !== 'number' || Number(value.toFixed(decimals)) === value;
      return reading.ok && !isFine
        ? { ok: false, message: `${label} cannot have more than ${most}` }
        : reading;
    },
  };
}

function choiceOf({ label, required, choices }: CustomField): Field {
  const options = { label, required, sortable: true };
  const all = choices.map(({ value, label: text, color, is_active }) => ({
    value,
    label: text,
    ...(color ? { color } : {}),
    ...(is_active ? {} : { isOff: true }),
  }));
  const on = field.choice({ ...options, choices: all.filter((each) => !each.isOff) });
  return { ...on, choices: all };
}

/** The fields of a kind by their names, such as `custom.machine_model`, in their order. */
export function fieldsFrom(own: readonly CustomField[]): Fields {
  return Object.fromEntries(
    own.map((each) => {
      const preset = each.default === null ? {} : { preset: each.default };
      const help = each.help === null ? {} : { help: each.help };
      const printed = each.is_printed ? { isPrinted: true } : {};
      return [customName(each.key), { ...fieldOf(each), ...preset, ...help, ...printed }];
    }),
  );
}

/**
 * The key of a new field: its label in lower case and Latin letters, a number behind it where that is taken
 * (docs/product/custom-fields.md#fields).
 */
export function keyOf(label: string, taken: ReadonlySet<string>): string {
  const plain = label.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const joined = (plain.match(/[a-z0-9]+/g) ?? []).join('_');
  const letter = joined.search(/[a-z]/);
  const cut = letter < 0 ? '' : joined.slice(letter, letter + 36);
  const name = cut.endsWith('_') ? cut.slice(0, -1) : cut;
  const [start, from] = name === '' ? ['field', 1] : [name, 2];
  if (name !== '' && !taken.has(name)) return name;
  for (let number = from; ; number += 1) {
    const key = `${start}_${number}`;
    if (!taken.has(key)) return key;
  }
}

/** The problem of a custom field as it would be. */
export function definitionProblems(own: CustomField): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const refuse = (name: string, message: string) => problems.push({ field: name, message });
  const { type, choices, min, max, decimals, max_length: longest, label } = own;
  const isNumber = type === 'number' || type === 'money';
  const isText = type === 'text' || type === 'long_text';
  if (type === 'choice' && !choices.some((each) => each.is_active))
    refuse('choices', 'Please add at least one choice');
  if (type !== 'choice' && choices.length > 0) refuse('choices', 'Only a choice has choices');
  for (const name of ['value', 'label'] as const) {
    const texts = choices.map((each) => each[name].toLowerCase());
    const twice = texts.find((text, at) => texts.indexOf(text) !== at);
    if (twice !== undefined) refuse('choices', `The choice "${twice}" is there twice`);
  }
  if (decimals !== null && type !== 'number') refuse('decimals', 'Only a number has decimals');
  if (!isNumber && (min !== null || max !== null))
    refuse(min === null ? 'max' : 'min', 'Only numbers and amounts have limits');
  for (const [name, value] of Object.entries({ min, max }))
    if (value !== null && Math.abs(value) > widest)
      refuse(
        name,
        `The limit must be between -${widest.toLocaleString('en-US')} and ${widest.toLocaleString('en-US')}`,
      );
  if (min !== null && max !== null && min > max)
    refuse('max', 'The maximum cannot be below the minimum');
  if (longest !== null && !isText) refuse('max_length', 'Only texts have a maximum length');
  if (longest !== null && isText && longest > mostLettersOf(type))
    refuse(
      'max_length',
      `Maximum Length cannot exceed ${mostLettersOf(type).toLocaleString('en-US')}`,
    );
  if (own.is_printed && !printedKinds.includes(own.kind))
    refuse('is_printed', 'Records of this kind are not printed');
  const reading = readDefault(own);
  if (!reading.ok && problems.length === 0)
    refuse('default', reading.message.replace(label, `The default of ${label}`));
  return problems;
}

/** The default as it is stored; that of a choice may be given by its label. */
export function readDefault(own: CustomField): Reading {
  const { default: sent, type, choices } = own;
  if (sent === null || (sent === '' && type !== 'flag')) return { ok: true, value: null };
  const text = typeof sent === 'string' ? sent.trim().toLowerCase() : null;
  const named =
    choices.find(({ value }) => value.toLowerCase() === text) ??
    choices.find(({ label }) => label.toLowerCase() === text);
  return optionalOf(own).read(named?.value ?? sent, 'form');
}

/** The choices as they are kept: without a value it is the label, without more they are on. */
export function choicesFrom(
  sent: readonly {
    value?: string | undefined;
    label: string;
    color?: string | null | undefined;
    is_active?: boolean | undefined;
  }[],
): CustomChoice[] {
  return sent.map(({ value, label, color = null, is_active = true }) => ({
    value: value ?? label,
    label,
    color,
    is_active,
  }));
}

/** Texts take what any type has; nothing else changes, and nothing gets narrower (docs/product/custom-fields.md#changes). */
export function canChangeShape(before: CustomField, after: CustomField): Verdict {
  const becomesText = after.type === 'text' || after.type === 'long_text';
  if (before.type !== after.type) {
    if (becomesText) return allowed;
    return refused('custom.type_fixed', 'A field can only become text or long text');
  }
  if ((after.decimals ?? 0) < (before.decimals ?? 0))
    return refused('custom.type_fixed', 'The decimals of a field can only grow');
  const length = (own: CustomField) => own.max_length ?? mostLettersOf(own.type);
  if (length(after) < length(before))
    return refused('custom.type_fixed', 'The maximum length of a field can only grow');
  return allowed;
}

/** A value as the text that it was shown as, which becomes the value of a text; of several lines only a long text has some. */
export function textFrom(former: CustomField, value: CustomValue): string {
  return oneLine(fieldText(fieldOf(former), value, 'UTC'));
}

/** What still fits a field that becomes text: a default as it was shown. */
export function shapeOfText(
  before: CustomField,
  { type, max_length }: Pick<CustomField, 'type' | 'max_length'>,
): Partial<CustomField> {
  const most = mostLettersOf(type);
  const isText = before.type === 'text' || before.type === 'long_text';
  const text =
    before.default === null || (before.type === 'text' && type === 'long_text')
      ? before.default
      : textFrom(before, before.default);
  const longest = isText && max_length !== null && max_length <= most ? max_length : null;
  const isFine = text === null || String(text).length <= (longest ?? most);
  return {
    choices: [],
    decimals: null,
    min: null,
    max: null,
    max_length: longest,
    default: isFine ? text : null,
  };
}

/** The choices that a change takes away. */
export function removedChoices(before: CustomField, after: CustomField): CustomChoice[] {
  if (before.type !== 'choice' || after.type !== 'choice') return [];
  return before.choices.filter(({ value }) => !after.choices.some((each) => each.value === value));
}

export function canRemoveChoice({ label }: CustomChoice, records: number): Verdict {
  if (records === 0) return allowed;
  const has = records === 1 ? 'has' : 'have';
  return refused(
    'custom.in_use',
    `${counted(records, 'record')} ${has} the choice "${label}". Switch it off instead.`,
  );
}

export function canDelete({ is_active, label }: Pick<CustomField, 'is_active' | 'label'>): Verdict {
  if (!is_active) return allowed;
  return refused('custom.in_use', `Turn "${label}" off before you delete it`);
}

export function stillConverted({ label }: Pick<CustomField, 'label'>): Verdict {
  const message = `The values of "${label}" are still being changed to text. Try again in a moment`;
  return refused('custom.in_use', message);
}

export function canHaveAnother(active: number): Verdict {
  if (active < mostActive) return allowed;
  return refused('custom.too_many', `A kind can have at most ${mostActive} fields that are on`);
}

/** Labels are unique among all fields of a kind, without regard to case and hyphens. */
export function canTakeLabel(
  label: string,
  { own, standard }: { own: readonly Pick<CustomField, 'label'>[]; standard: readonly string[] },
): Verdict {
  const folded = (text: string) => text.toLowerCase().replaceAll(/\p{Pd}/gu, '');
  const others = [...own.map((each) => each.label), ...standard];
  if (!others.some((each) => folded(each) === folded(label))) return allowed;
  return refused('custom.label_taken', `There is already a field called "${label}"`);
}

/** The values of a record as they are written, or their problems. */
export type OwnReading =
  | { ok: true; values: Record<string, CustomValue | null> }
  | { ok: false; code: 'custom.unknown_field' | 'input.invalid'; problems: FieldProblem[] };

/**
 * The sent values, read by the fields' rules: the changed ones by key, null for a cleared one. A value that was there before
 * may be sent back. Of a new record the defaults come with it, and required values must be there.
 */
export function readOwn(
  own: readonly CustomField[],
  sent: Readonly<Record<string, unknown>>,
  before: CustomValues | null,
): OwnReading {
  const byKey = new Map(own.map((each) => [each.key, each]));
  const unknown = Object.keys(sent).filter((key) => !byKey.has(key));
  if (unknown.length > 0) {
    const problems = unknown.map((key) => ({
      field: customName(key),
      message: `Unknown field "${customName(key)}"`,
    }));
    return { ok: false, code: 'custom.unknown_field', problems };
  }
  const values: Record<string, CustomValue | null> = {};
  const problems: FieldProblem[] = [];
  for (const each of own) {
    const { key } = each;
    const isSent = Object.hasOwn(sent, key) && sent[key] !== undefined;
    if (!isSent && (before || each.default !== null)) {
      if (!before && each.default !== null) values[key] = each.default;
      continue;
    }
    const value = isSent ? sent[key] : null;
    const was = before && Object.hasOwn(before, key) ? (before[key] ?? null) : null;
    if (before && value === was) continue;
    const reading = optionalOf(each).read(value, 'form');
    const isEmpty = value === '' || (reading.ok && reading.value === null);
    const isNeeded = each.required && !(before && was === null);
    if (isEmpty && isNeeded)
      problems.push({ field: customName(key), message: `${each.label} is required` });
    else if (!reading.ok) problems.push({ field: customName(key), message: reading.message });
    else if (reading.value !== was) values[key] = (reading.value ?? null) as CustomValue | null;
  }
  if (problems.length > 0) return { ok: false, code: 'input.invalid', problems };
  const whole = { ...before, ...values };
  if (new TextEncoder().encode(JSON.stringify(whole)).length > mostBytes) {
    const message = 'The custom fields of a record cannot exceed 16 KB';
    return { ok: false, code: 'input.invalid', problems: [{ field: 'custom', message }] };
  }
  return { ok: true, values };
}

/** What a record takes over from one of another kind: the values of fields with the same key and type. */
export function copiedOwn(
  own: readonly CustomField[],
  { fields, values }: { fields: readonly CustomField[]; values: CustomValues },
): CustomValues {
  const copied: Record<string, CustomValue> = {};
  for (const each of own) {
    const source = fields.find(({ key, type }) => key === each.key && type === each.type);
    const value = source && Object.hasOwn(values, source.key) ? values[source.key] : undefined;
    const isOffered =
      each.type !== 'choice' || each.choices.some((choice) => choice.value === value);
    if (value === undefined) {
      if (each.default !== null) copied[each.key] = each.default;
    } else if (isOffered) copied[each.key] = value;
  }
  return copied;
}

/** The values that their fields take as they are now: a choice may be off, and a text too long. */
export function readable(own: readonly CustomField[], values: CustomValues): CustomValues {
  const isFine = (key: string, value: CustomValue) => {
    const definition = own.find((each) => each.key === key);
    return definition !== undefined && fieldOf(definition).read(value, 'form').ok;
  };
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => isFine(key, value)));
}
