import type pg from 'pg';
import { make } from '../faults/people';
import type { Bench } from './product';

/** Twenty own fields of leads, with SQL of `n` for the value of each. */
const own: readonly [definition: object, value: string][] = [
  ...Array.from({ length: 10 }, (_, at): [object, string] => [
    { label: `Own Text ${at}`, type: 'text' },
    `'Grade EN' || (n * ${at + 3}) % 9973`,
  ]),
  ...Array.from({ length: 2 }, (_, at): [object, string] => [
    {
      label: `Own Choice ${at}`,
      type: 'choice',
      choices: ['Lathe', 'Mill', 'Press', 'Saw'].map((label) => ({
        value: label.toLowerCase(),
        label,
      })),
    },
    `(array['lathe', 'mill', 'press', 'saw'])[1 + (n + ${at}) % 4]`,
  ]),
  ...Array.from({ length: 2 }, (_, at): [object, string] => [
    { label: `Own Number ${at}`, type: 'number', decimals: 2 },
    `(n * ${at + 7}) % 100000`,
  ]),
  ...Array.from({ length: 2 }, (_, at): [object, string] => [
    { label: `Own Money ${at}`, type: 'money' },
    `(n * ${at + 5}) % 900000 + 0.5`,
  ]),
  ...Array.from({ length: 2 }, (_, at): [object, string] => [
    { label: `Own Date ${at}`, type: 'date' },
    `(date '2026-01-01' + (n + ${at}) % 900)::text`,
  ]),
  ...Array.from({ length: 2 }, (_, at): [object, string] => [
    { label: `Own Flag ${at}`, type: 'flag' },
    `n % ${at + 2} = 0`,
  ]),
];

const keyOf = (definition: object) =>
  String((definition as { label: string }).label)
    .toLowerCase()
    .replaceAll(' ', '_');

/** SQL of `n`: all of their values. */
export const ownValues = `jsonb_build_object(${own
  .map(([definition, value]) => `'${keyOf(definition)}', ${value}`)
  .join(', ')})`;

/** Ten columns of a file, all of texts. */
export const ownColumns = own.slice(0, 10).map(([definition]) => `custom.${keyOf(definition)}`);

export async function defineOwn({ admin }: Bench, kind = 'leads'): Promise<void> {
  for (const [definition] of own) await make(admin, '/custom-fields', { kind, ...definition });
}

export async function removeOwn({ pool }: { pool: pg.Pool }): Promise<void> {
  await pool.query('delete from custom_fields');
}
