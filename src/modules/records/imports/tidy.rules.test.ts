import { expect, test } from 'vitest';
import { isEmail, isPhone, websiteField } from '~/kit/shared/fields/contact';
import * as field from '~/kit/shared/fields/fields';
import type { CsvFormat } from './formats.rules';
import { readHeading } from './heading.rules';
import type { Source } from './mapping.rules';
import { rowCheck } from './rows.rules';

const text = (label: string) => field.text({ label, max: 100 });
const format: CsvFormat = {
  columns: [
    { name: 'name', field: text('Name') },
    {
      name: 'phone',
      field: field.text({ label: 'Phone', max: 50, inputType: 'tel', format: isPhone }),
    },
    {
      name: 'email',
      field: field.text({ label: 'Email', max: 255, inputType: 'email', format: isEmail }),
    },
    { name: 'website', field: websiteField },
    {
      name: 'gstin',
      field: field.text({ label: 'GSTIN', max: 15, format: (each) => each.length === 15 }),
    },
    {
      name: 'amount',
      field: field.money({ label: 'Amount', currency: 'INR', max: 1_000_000_000 }),
    },
    { name: 'stock', field: field.quantity({ label: 'Stock', max: 1_000_000 }) },
    { name: 'active', field: field.flag({ label: 'Active' }), initial: true },
    { name: 'about', field: field.longText({ label: 'About', max: 20 }) },
  ],
  synonyms: {},
  key: 'name',
  isKeyNeeded: false,
};

function read(
  name: string,
  cell: string,
  { tidy = true, ...source }: Source & { tidy?: boolean } = {},
) {
  const fields = { [name]: { columns: ['A'], ...source }, amount: { columns: ['B'] } };
  const heading = readHeading({ line: 1, cells: ['A', 'B'] }, format, {
    fields: name === 'amount' ? { amount: { columns: ['A'] } } : fields,
    tidy,
  });
  const checked = rowCheck(heading)({ line: 2, cells: [cell, '1'] });
  if (checked === null || Array.isArray(checked)) return checked;
  // A known record may have such a text; a new one is refused.
  if (checked.doubts) return checked.doubts;
  return [checked.values[name], ...(checked.remarks ?? []).map(({ change }) => change)];
}

test.each<[string, string, unknown[]]>([
  ['name', 'N/A', [null]],
  ['name', 'nil', [null]],
  ['name', "'00100", ['00100']],
  ['name', "'t Hooft 2", ["'t Hooft 2"]],
  ['name', 'Kaveri Pumps (kaveri.example)', ['Kaveri Pumps']],
  ['name', 'Kaveri Pumps (Pune)', ['Kaveri Pumps (Pune)']],
  ['name', '<p>Cast iron &amp; rubber</p>', ['Cast iron & rubber']],
  ['phone', 'p:+919000000115', ['+919000000115']],
  ['phone', '9000000517 (Ravi)', ['9000000517']],
  ['phone', '9000000514 / 9000000515', ['9000000514', 'first_of_several']],
  ['phone', '+91 90000 00221 ::: +91 90000 00222', ['+91 90000 00221', 'first_of_several']],
  ['phone', '0', [null]],
  ['email', 'a@b.example, c@d.example', ['a@b.example', 'first_of_several']],
  ['email', 'Ravi <a@b.example>', ['a@b.example']],
  ['website', 'kaveri.example', ['https://kaveri.example']],
  ['gstin', 'DE999999999', [null, 'not_gstin']],
  ['amount', '5,000/-', [5000]],
  ['amount', '1,25,000.50 Dr', [125_000.5]],
  ['amount', 'INR 250000', [250_000]],
  ['stock', '120 PCS', [120]],
  ['stock', '-3', [0, 'negative_as_zero']],
  ['active', 'Y', [true]],
  ['active', 'Disabled', [false]],
  ['about', 'A text of more than twenty letters', ['A text of more than…', 'cut']],
])('%s %s is read as another program means it', (name, cell, result) => {
  expect(read(name, cell)).toEqual(result);
});

test('a mistyped GSTIN, a negative amount and other texts still refuse their row', () => {
  for (const [name, cell] of [
    ['gstin', '27AAPFU'],
    ['amount', '(1,23,456.00)'],
    ['amount', '100 Cr'],
    ['phone', 'call me'],
  ] as const) {
    expect(read(name, cell)).toMatchObject({ 0: { field: name } });
  }
  expect(read('phone', '9000000514 / 9000000515', { tidy: false })).toMatchObject([
    { field: 'phone' },
  ]);
});

test('a value that is not known is left empty where its source says so, and the row is taken', () => {
  expect(read('phone', 'call me', { invalid: 'empty' })).toEqual([undefined, 'left_empty']);
});
