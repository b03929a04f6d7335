import { customName } from '~/kit/shared/fields/custom';
import { wrong } from '~/kit/shared/fields/field-rules';
import type { Field } from '~/kit/shared/fields/fields';
import type { CustomField } from './custom-fields.fields';
import { optionalOf } from './custom-fields.rules';

/** A column of a file that holds the values of one of the company's own fields. */
export interface OwnColumn {
  name: string;
  field: Field;
  isMinor?: boolean;
  initial?: unknown;
}

/** The columns of a kind's own fields in its files, in their order (docs/product/custom-fields.md#files). */
export function ownColumns(own: readonly CustomField[]): OwnColumn[] {
  return own.map((each) => ({
    name: customName(each.key),
    // A record without a value may have an empty cell; the writer refuses what needs a value.
    field: { ...byLabels(optionalOf(each)), required: each.required },
    ...(each.required ? {} : { isMinor: true }),
    ...(each.default === null ? {} : { initial: each.default }),
  }));
}

/** A file may name choices by their labels, and its messages do. */
function byLabels(field: Field): Field {
  const { label, choices } = field;
  if (!choices) return field;
  const labels = choices.filter(({ isOff }) => !isOff).map((each) => each.label);
  const message = `${label} must be one of ${labels.join(', ')}`;
  return {
    ...field,
    read: (value, mode) => {
      const reading = field.read(value, mode);
      return reading.ok ? reading : wrong(message);
    },
  };
}
