import { describe, expect, it } from 'vitest';
import * as field from '~/kit/shared/fields/fields';
import { chipsOf, predicateOf, searchFilter } from './filters';
import { endsOf, ownFilters, rangeOf, severalIn, withOwnFilters } from './own-filters';

const grade = field.choice({
  label: 'Grade',
  choices: [
    { value: 'EN8', label: 'EN8' },
    { value: 'ss', label: 'Stainless' },
  ],
});
const own = {
  'custom.grade': { ...grade, choices: [...(grade.choices ?? []), { value: 'old', label: 'Old' }] },
  'custom.urgent': field.flag({ label: 'Urgent' }),
  'custom.due': field.day({ label: 'Due' }),
  'custom.weight': field.quantity({ label: 'Weight', min: -100, max: 1000 }),
  'custom.budget': field.money({ label: 'Budget', max: 1000, currency: 'INR' }),
  'custom.model': field.text({ label: 'Model', max: 60 }),
};
const filters = ownFilters(own);

const rows: Readonly<Record<string, { custom: Readonly<Record<string, unknown>> }>> = {
  none: { custom: {} },
  light: { custom: { grade: 'EN8', urgent: false, due: '2026-11-30', weight: 0, budget: 9.99 } },
  heavy: {
    custom: { grade: 'ss', urgent: true, due: '2026-12-01', weight: 500, model: 'Schloß 9' },
  },
  old: { custom: { grade: 'old', weight: -1.5, model: 'VMC 850' } },
};

function foundBy(name: string, value: string): string[] {
  const test = predicateOf(filters, { [name]: value }, null);
  return Object.entries(rows).flatMap(([key, row]) => (test?.(row) === false ? [] : [key]));
}

describe('the filter of each type', () => {
  it.each<[name: string, value: string, found: string[]]>([
    ['custom.grade', 'EN8', ['light']],
    ['custom.grade', 'EN8,old', ['light', 'old']],
    ['custom.grade', 'EN8,EN24', ['light']],
    ['custom.grade', 'EN24', []],
    ['custom.urgent', 'true', ['heavy']],
    ['custom.urgent', 'false', ['light']],
    ['custom.urgent', 'true,false', ['light', 'heavy']],
    ['custom.urgent', 'yes', []],
    ['custom.due', '2026-11-30..2026-12-01', ['light', 'heavy']],
    ['custom.due', '2026-12-01..', ['heavy']],
    ['custom.due', '..2026-11-30', ['light']],
    ['custom.due', '2026-11-30', ['light']],
    ['custom.due', '2026-12-02..2026-12-01', []],
    ['custom.due', '2026-02-30..', []],
    ['custom.due', 'month', []],
    ['custom.weight', '0..', ['light', 'heavy']],
    ['custom.weight', '..0', ['light', 'old']],
    ['custom.weight', '-2..-1', ['old']],
    ['custom.weight', '500', ['heavy']],
    ['custom.weight', 'a..b', []],
    ['custom.weight', '..', []],
    ['custom.budget', '9.99..9.99', ['light']],
    ['custom.model', 'schloss', ['heavy']],
    ['custom.model', '850 vmc', ['old']],
    ['custom.model', 'lathe', []],
    ['custom.model', '', ['none', 'light', 'heavy', 'old']],
  ])('%s by %j finds %j', (name, value, found) => {
    expect(foundBy(name, value)).toEqual(found);
  });

  it.each<[name: string, value: string, condition: object]>([
    ['custom.grade', 'ss,EN8', { 'custom.grade': ['EN8', 'ss'] }],
    ['custom.urgent', 'false', { 'custom.urgent': [false] }],
    ['custom.due', '2026-11-30..', { 'custom.due': { from: '2026-11-30' } }],
    ['custom.weight', '..5', { 'custom.weight': { upTo: 5 } }],
    ['custom.weight', '1..5', { 'custom.weight': { from: 1, upTo: 5 } }],
    ['custom.weight', '..', { op: 'any', of: [] }],
    [
      'custom.model',
      'VMC',
      { op: 'found', columns: ['custom.model'], search: { terms: ['vmc'], phone: null } },
    ],
  ])('%s by %j is %j for the server', (name, value, condition) => {
    expect(filters.find(({ key }) => key === name)?.when?.(value, null)).toEqual(condition);
  });

  it.each([
    ['custom.grade', 'ss', 'Grade: Stainless'],
    ['custom.grade', 'ss,EN8', 'Grade: Stainless, EN8'],
    ['custom.urgent', 'true,false', 'Urgent: Yes, No'],
    ['custom.weight', '1..5', 'Weight: 1 to 5'],
    ['custom.weight', '5..5', 'Weight: 5'],
    ['custom.due', '2026-12-01..', 'Due: from 1 Dec 2026'],
    ['custom.due', '..2026-12-01', 'Due: up to 1 Dec 2026'],
    ['custom.model', 'VMC', 'Model: VMC'],
  ])('%s by %j reads %j', (name, value, label) => {
    expect(chipsOf(filters, { [name]: value }, [])).toEqual([{ key: name, label }]);
  });
});

it.each([
  ['', []],
  ['EN8', ['EN8']],
  ['ss,EN8', ['ss', 'EN8']],
  ['EN8,,EN8', ['EN8']],
  ['EN24,ss', ['EN24', 'ss']],
  ['Round, bright', ['Round, bright']],
  ['EN8,Round, bright,ss', ['EN8', 'Round, bright', 'ss']],
  ['Round', ['Round']],
  ['Roundish, bright', ['Roundish', ' bright']],
])('%j names the choices %j', (text, values) => {
  const choices = ['EN8', 'Round', 'Round, bright', 'ss'].map((value) => ({ value, label: value }));
  expect(severalIn(text, choices)).toEqual(values);
});

it('a choice of several has a kind, and one with a comma is found', () => {
  const shapes = { label: 'Shape', choices: [{ value: 'Round, bright', label: 'Round' }] };
  const [filter] = ownFilters({ 'custom.shape': field.choice(shapes) });
  expect(filter?.kind).toBe('several');
  expect(filter?.test({ custom: { shape: 'Round, bright' } }, 'Round, bright', null)).toBe(true);
  expect(filter?.named?.('Round, bright')).toBe('Round');
  expect(filters.map(({ kind }) => kind).join()).toBe('several,several,days,numbers,numbers,text');
});

it.each([
  ['1..5', ['1', '5']],
  ['..5', ['', '5']],
  ['1..', ['1', '']],
  [' 1 .. 5 ', ['1', '5']],
  ['5', ['5', '5']],
  ['', ['', '']],
])('the ends of %j are %j', (range, ends) => {
  expect(endsOf(range)).toEqual(ends);
});

it.each([
  ['1', '5', '1..5'],
  ['', '5', '..5'],
  ['1', '', '1..'],
  ['', '', ''],
])('from %j to %j is %j', (from, to, range) => {
  expect(rangeOf(from, to)).toBe(range);
});

it('the search of a list looks into them too', () => {
  const list = withOwnFilters([searchFilter(['company_name'])], own);
  const finds = (typed: string, row: object) =>
    predicateOf(list, { search: typed }, null)?.({ company_name: 'Indus Pumps', ...row });
  expect(finds('indus schloss', rows['heavy'] ?? {})).toBe(true);
  expect(finds('schloss', rows['light'] ?? {})).toBe(false);
  for (const typed of ['true', '500']) expect(finds(typed, rows['heavy'] ?? {}), typed).toBe(false);
  expect(list.map(({ key }) => key)).toEqual(['search', ...Object.keys(own)]);
  const plain = [searchFilter(['company_name'])];
  expect(withOwnFilters(plain, {})).toBe(plain);
});

it('the search of a list finds the labels of choices as they are now', () => {
  const row = { company_name: 'Indus Pumps', custom: { grade: 'g1' } };
  const finds = (typed: string, label: string) => {
    const choices = [{ value: 'g1', label }];
    const named = { 'custom.grade': field.choice({ label: 'Grade', choices }) };
    const list = withOwnFilters([searchFilter(['company_name'])], named);
    return predicateOf(list, { search: typed }, null)?.(row);
  };
  expect([finds('stain indus', 'Stainless'), finds('brass', 'Stainless')]).toEqual([true, false]);
  expect([finds('stain indus', 'Brass'), finds('brass', 'Brass')]).toEqual([false, true]);
  expect(finds('g1', 'Brass')).toBe(false);
});
