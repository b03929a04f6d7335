import { customName } from '~/kit/shared/fields/custom';
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
    field: { ...optionalOf(each), required: each.required },
    ...(each.required ? {} : { isMinor: true }),
    ...(each.default === null ? {} : { initial: each.default }),
  }));
}
