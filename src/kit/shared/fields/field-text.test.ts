import { expect, it } from 'vitest';
import { fieldText } from './field-text';
import * as field from './fields';

it.each([
  [field.text({ label: 'Name', max: 9 }), 'Acme', 'Acme'],
  [field.text({ label: 'Name', max: 9 }), null, ''],
  [field.flag({ label: 'Active' }), false, 'No'],
  [field.flag({ label: 'Status', states: field.activeStates }), true, 'Active'],
  [field.money({ label: 'Price', max: 1e6, currency: 'INR' }), 1234.5, '₹1,234.50'],
  [field.money({ label: 'Price', max: 1e6, currency: 'INR' }), 0, '₹0.00'],
  [field.wholeNumber({ label: 'Count', max: 1e6 }), 123456, '1,23,456'],
  [field.day({ label: 'Due' }), '2026-11-22', '22 Nov 2026'],
  [field.instant({ label: 'At' }), '2026-11-22T06:17:00.000Z', '22 Nov 2026, 11:47 am'],
  [
    field.choice({ label: 'State', choices: [{ value: 'net_30', label: 'Net 30' }] }),
    'net_30',
    'Net 30',
  ],
  [field.choice({ label: 'State', choices: [{ value: 'a', label: 'A' }] }), 'gone', 'gone'],
])('%#: shows a value by its kind', (kind, value, text) => {
  expect(fieldText(kind, value, 'Asia/Kolkata')).toBe(text);
});

const kinds = [
  field.text({ label: 'Name', max: 9 }),
  field.flag({ label: 'Active' }),
  field.money({ label: 'Price', max: 1e6, currency: 'INR' }),
  field.wholeNumber({ label: 'Count', max: 1e6 }),
  field.day({ label: 'Due' }),
  field.instant({ label: 'At' }),
  field.choice({ label: 'State', choices: [{ value: 'a', label: 'A' }] }),
];
const odd: unknown[] = [
  'x',
  '2026-13-45',
  '–',
  -1,
  1e300,
  Number.NaN,
  true,
  {},
  [],
  { toString: 1, valueOf: 2 },
];

it.each(kinds.flatMap((kind) => odd.map((value) => [kind, value] as const)))(
  '%#: shows some text for a value of another form',
  (kind, value) => {
    expect(fieldText(kind, value, 'Asia/Kolkata')).not.toBe('');
  },
);

it.each([
  [field.money({ label: 'Price', max: 1e6, currency: 'INR' }), 'x', '–'],
  [field.wholeNumber({ label: 'Count', max: 1e6 }), {}, '–'],
  [field.day({ label: 'Due' }), '2026-13-45', '–'],
  [field.instant({ label: 'At' }), {}, '–'],
])('%#: shows a dash for an invalid value', (kind, value, text) => {
  expect(fieldText(kind, value, 'Asia/Kolkata')).toBe(text);
});
