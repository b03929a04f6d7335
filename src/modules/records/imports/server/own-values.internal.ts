import { customKey, type CustomValues } from '~/kit/shared/fields/custom';
import type { CustomField } from '~/modules/records/custom-fields/custom-fields.fields';
import { readOwn } from '~/modules/records/custom-fields/custom-fields.rules';
import type { CheckedRow, Values } from '../rows.rules';

/** A row without the values of own fields, and those by key. */
export function splitRow(row: CheckedRow): { row: CheckedRow; sent: Values } {
  const entries = Object.entries(row.values);
  const sent = entries.flatMap(([name, value]) => {
    const key = customKey(name);
    return key === null ? [] : [[key, value] as const];
  });
  const standard = entries.filter(([name]) => customKey(name) === null);
  return { row: { ...row, values: Object.fromEntries(standard) }, sent: Object.fromEntries(sent) };
}

/** What a row changes of a record's own fields, as the column `custom` is staged, or what is wrong. */
export function judgeOwn(own: readonly CustomField[], sent: Values, before: CustomValues | null) {
  const reading = readOwn(own, sent, before);
  if (!reading.ok) return reading.problems;
  const changes = Object.entries(reading.values);
  const values = before ? changes : changes.filter(([, value]) => value !== null);
  return { custom: JSON.stringify(Object.fromEntries(values)), isChange: changes.length > 0 };
}
