import { expect, it } from 'vitest';
import { customKey, customName, flatCustom, valueOf, withNested } from './custom';
import { customOf } from './custom-column';

it.each([
  ['custom.machine_model', 'machine_model'],
  ['custom.', ''],
  ['custom', null],
  ['customer_id', null],
  ['phone', null],
])('the key of %s is %j', (name, key) => {
  expect(customKey(name)).toBe(key);
  if (key !== null) expect(customName(key)).toBe(name);
});

const row = { id: 7, phone: null, custom: { weight: 0, urgent: false } };

it.each([
  ['id', 7],
  ['phone', null],
  ['custom.weight', 0],
  ['custom.urgent', false],
  ['custom.grade', null],
  ['custom.constructor', null],
  ['city', undefined],
])('the value of %s is %j', (name, value) => {
  expect(valueOf(row, name)).toBe(value);
});

it('a record of a kind without own fields has none', () => {
  expect(valueOf({ id: 7 }, 'custom.weight') ?? null).toBeNull();
});

it('a body that names own fields as fields has them under custom', () => {
  const body = { phone: '1', 'custom.weight': null, 'custom.grade': 'EN8' };
  expect(withNested(body)).toEqual({ phone: '1', custom: { weight: null, grade: 'EN8' } });
  const plain = { phone: '1' };
  expect(withNested(plain)).toBe(plain);
  expect(flatCustom({ weight: 2, grade: 'EN8' })).toEqual({
    'custom.weight': 2,
    'custom.grade': 'EN8',
  });
});

it.each([
  [{}, true],
  [{ weight: 2 }, true],
  [null, false],
  [[], false],
  ['x', false],
])('%j are values: %s', (values, ok) => {
  expect(customOf('leads').read(values, 'form').ok).toBe(ok);
});
