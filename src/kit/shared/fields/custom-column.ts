import type { CustomValues } from './custom';
import { type Reading, wrong } from './field-rules';
import { type Field, readOnly } from './fields';

/** The values of the records of a kind in the company's own fields, as one field (docs/product/custom-fields.md#values). */
export function customOf(kind: string): Field<CustomValues, 'read'> {
  const values: Field<CustomValues> = {
    kind: 'custom',
    label: 'Custom Fields',
    required: true,
    missing: 'custom is required',
    access: 'write',
    derived: false,
    column: 'jsonb',
    sortable: false,
    searchable: false,
    to: kind,
    read: readValues,
  };
  return readOnly(values);
}

function readValues(value: unknown): Reading<CustomValues> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ok: true, value: value as CustomValues }
    : wrong('custom must be an object');
}
