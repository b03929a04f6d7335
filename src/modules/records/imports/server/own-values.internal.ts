import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import { customKey, customName, type CustomValues } from '~/kit/shared/fields/custom';
import type { CustomField } from '~/modules/records/custom-fields/custom-fields.fields';
import { readOwn } from '~/modules/records/custom-fields/custom-fields.rules';
import type { CheckedRow, Values } from '../rows.rules';

/** The values of the company's own fields that the records have now, by id. */
export async function listOwnValues(
  trx: Transaction,
  table: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CustomValues>> {
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: number; custom: CustomValues }>`select id,
      custom - (select hidden_custom(${table})) as custom
    from ${sql.table(table)} where id = any (${ids}::integer[])`.execute(trx);
  return new Map(found.rows.map(({ id, custom }) => [id, custom]));
}

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
  const { values } = reading;
  const isChange = Object.keys(values).length > 0;
  const kept = before
    ? values
    : Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  return { custom: JSON.stringify(kept), isChange };
}

export const ownNames = (own: readonly CustomField[]): ReadonlySet<string> =>
  new Set(own.map(({ key }) => customName(key)));
