import type { Values } from '~/kit/shared/fields/merge';
import { fieldText } from '~/kit/shared/fields/field-text';
import { askingIn } from '~/kit/ui/calls/conflicts';
import { saveMerged, type Versioned } from '~/kit/ui/calls/saveMerged';
import type { InputChoice } from './FieldInput';
import { type FormShape, type Typed, typedValues } from './formValues';

/** How the fields of a body read, where they are not the form's own. */
export interface BodyTexts {
  /** How a record of the server says the fields of the body. */
  valuesOf?: (row: unknown) => Values;
  labelOf?: (field: string) => string | undefined;
  textOf?: (field: string, value: unknown) => string | undefined;
}

/**
 * Sends a change of the record that the form was opened with. What someone else has saved in the meantime stays where the
 * person did not change the same; of what both changed the person chooses
 * (docs/product/screens.md#two-people-at-one-record).
 */
export type SaveOver = <Body extends object, Saved>(
  body: Body,
  send: (body: Body & { updated_at: string }) => Promise<Saved>,
  texts?: BodyTexts,
) => Promise<Saved>;

export type ChoicesOf = (typed: Typed) => Partial<Record<string, readonly InputChoice[]>>;

export function saveOver(shape: FormShape, typed: Typed, choicesOf: ChoicesOf): SaveOver {
  const { fields, initial } = shape;
  return (body, send, { labelOf, textOf, ...texts } = {}) =>
    saveMerged({
      ...texts,
      // A new record has no version, and no save of it is overtaken.
      row: initial as Readonly<Record<string, unknown>> & Versioned,
      body,
      send,
      choose: askingIn({
        labelOf: (name) => labelOf?.(name) ?? fields[name]?.label ?? name,
        textOf: (name, value, theirs) => {
          const own = textOf?.(name, value);
          if (own !== undefined || value === null || value === undefined) return own ?? '';
          const offers = [typed, typedValues({ ...shape, initial: theirs })].map(choicesOf);
          const offered = offers.flatMap((offer) => offer[name] ?? []);
          const choice = offered.find((each) => String(each.value) === String(value));
          const field = fields[name];
          if (choice || !field) return choice?.label ?? String(value);
          if (field.kind === 'link') return `No longer offered (${String(value)})`;
          // Moments are never typed.
          return fieldText(field, value, 'UTC');
        },
      }),
    });
}
