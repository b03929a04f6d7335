import { customKey, customName, type CustomValues } from './custom';
import type { Fields } from './fields';
import { ownFieldsOf } from './own-fields';
import { fieldError, readTyped } from './typed-values';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';

/** Own fields that can no longer change: those that an issued document printed; a row of a list does not say which. */
export function fixedOwn(own: Fields, issued: object | null): readonly string[] {
  if (!issued) return [];
  const { printed_keys: keys } = issued as { printed_keys?: readonly string[] };
  const isFixed = (name: string) =>
    keys ? keys.includes(customKey(name) ?? '') : own[name]?.isPrinted === true;
  return Object.keys(own).filter(isFixed);
}

/** Whether the value of an own field of a document can change (docs/product/custom-fields.md#printing). */
export function canChangeOwn(fields: Fields, name: string, issued: object | null): Verdict {
  const own = ownFieldsOf(fields);
  if (!fixedOwn(own, issued).includes(name)) return allowed;
  return refused('custom.printed', printedText(own[name]?.label ?? name));
}

export function printedText(label: string): string {
  return `${label} is printed on the issued document and can no longer be changed`;
}

/** The values that a new record takes over from one of another kind: those that a field with the same key and type takes. */
export function takenOwn(
  fields: Fields,
  from: { fields: Fields; row: { custom?: CustomValues } },
): CustomValues {
  const own = ownFieldsOf(fields);
  const theirs = ownFieldsOf(from.fields);
  const taken = Object.entries(from.row.custom ?? {}).filter(([key, value]) => {
    const [field, other] = [own[customName(key)], theirs[customName(key)]];
    const isAlike = field?.kind === other?.kind && field?.inputType === other?.inputType;
    return field !== undefined && isAlike && field.read(value, 'form').ok;
  });
  return Object.fromEntries(taken);
}

type Typed = Readonly<Record<string, unknown>>;

/** What a form of typed texts holds of a record's own fields. */
export function typedOwn({ custom = {} }: { custom?: CustomValues }): Record<string, string> {
  return Object.fromEntries(
    Object.entries(custom).map(([key, value]) => [customName(key), String(value)]),
  );
}

/** The same of a record that is changed, whose values stay as they are until another text is typed. */
export function storedOwn(row: { custom?: CustomValues }): Record<string, unknown> {
  const typed = typedOwn(row);
  return { ...typed, storedOwn: typed };
}

/** For the form of a new record that begins like another one. */
export const nothingStored = { storedOwn: undefined };

/** The same of a new record: the presets. */
export function presetOwn(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ownFieldsOf(fields)).flatMap(([name, { preset }]) =>
      preset === undefined ? [] : [[name, String(preset)]],
    ),
  );
}

/** The company’s own fields among typed or sent values. */
export function ownPart(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => customKey(name) !== null));
}

/** The values that a form sends: a text that its field refuses is sent as typed, and the server says why. */
export function sentOwn(fields: Fields, typed: object): Record<string, unknown> {
  return eachOwn(fields, typed, (field, text) => {
    const reading = readTyped(field, text, 'form');
    return reading.ok ? reading.value : text;
  });
}

/** The problems of the typed texts. */
export function ownProblems(fields: Fields, typed: object): FieldProblem[] {
  const errors = eachOwn(fields, typed, (field, text) => {
    const reading = readTyped(field, text, 'form');
    return reading.ok ? fieldError(field, reading.value, 'form') : reading.message;
  });
  return Object.entries(errors).flatMap(([field, message]) =>
    typeof message === 'string' ? [{ field, message }] : [],
  );
}

function eachOwn(
  fields: Fields,
  typed: object,
  valueFor: (field: Fields[string], text: string) => unknown,
): Record<string, unknown> {
  const { storedOwn: stored } = typed as { storedOwn?: Typed };
  return Object.fromEntries(
    Object.entries(ownFieldsOf(fields)).flatMap(([name, field]) => {
      if (!Object.hasOwn(typed, name)) return [];
      const text = String((typed as Typed)[name] ?? '');
      return stored && text === (stored[name] ?? '') ? [] : [[name, valueFor(field, text)]];
    }),
  );
}
