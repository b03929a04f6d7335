import type { CustomValues } from '~/kit/shared/fields/custom';
import type { Fields } from '~/kit/shared/fields/fields';
import { ownFieldsOf, typedOwn } from '~/kit/shared/fields/own-fields';
import { readTyped } from '~/kit/shared/fields/typed-values';

/** What a form takes over from a record of another kind: values that a field with the same name and type takes. */
export function takenOwn(
  fields: Fields,
  from: { fields: Fields; row: { custom: CustomValues } },
): Record<string, string> {
  const own = ownFieldsOf(fields);
  const theirs = ownFieldsOf(from.fields);
  const taken = Object.entries(typedOwn(from.row)).filter(([name, text]) => {
    const [field, other] = [own[name], theirs[name]];
    const isAlike = field?.kind === other?.kind && field?.inputType === other?.inputType;
    return field !== undefined && isAlike && readTyped(field, text, 'form').ok;
  });
  return Object.fromEntries(taken);
}
