import { describe, expect, it } from 'vitest';
import { fieldError } from '~/kit/shared/fields/typed-values';
import { unitFields } from './units.fields';
import { canChangeUnit, canDeleteUnit, offeredUnits, unitOf } from './units.rules';

const kg = { code: 'kg' };
const products = (count: number) => [{ noun: 'product', count }];

describe('a unit', () => {
  it('that nothing is counted in may be deleted and take another code', () => {
    expect(canDeleteUnit(kg, products(0)).ok).toBe(true);
    expect(canChangeUnit(kg, { code: 'kilo' }, products(0)).ok).toBe(true);
  });

  it('in use stays, and keeps its code and nothing else', () => {
    expect(canDeleteUnit(kg, products(1))).toMatchObject({
      code: 'unit.in_use',
      message: 'The unit "kg" is used by 1 product and cannot be deleted',
    });
    expect(canChangeUnit(kg, { code: 'kilo' }, products(2))).toMatchObject({
      code: 'unit.in_use',
      message: 'The unit "kg" is used by 2 products, so its code cannot change',
    });
    const rest = { code: 'kg', name: 'Kilo', uqc: null, decimals: 0 };
    expect(canChangeUnit(kg, rest, products(2)).ok).toBe(true);
  });

  it.each([
    ['uqc', 'KG', 'UQC must be 3 to 8 letters, such as NOS or KGS'],
    ['uqc', 'kgs', null],
    ['uqc', null, null],
    ['decimals', 4, 'Decimals cannot exceed 3'],
    ['decimals', 0.5, 'Decimals must be a whole number'],
    ['decimals', -1, 'Decimals must be at least 0'],
    ['code', ' ', 'Unit code is required'],
    ['name', '', 'Unit name is required'],
  ] as const)('with %s %j: %j', (name, value, message) => {
    expect(fieldError(unitFields[name], value, 'form')).toBe(message);
  });
});

it('a text means the unit of the same letters, else one that differs in case', () => {
  const meant = unitOf(['Kg', 'kg', 'box']);
  expect(['Kg', 'kg', 'KG', 'Box', 'bx'].map(meant)).toEqual(['Kg', 'kg', 'Kg', 'box', undefined]);
});

it('forms offer their usual units first, as far as they are known, and the record’s own', () => {
  const existing = ['box', 'each', 'kg'].map((code, at) => ({ id: at + 1, code }));
  const [gst, single] = [{ taxMode: 'gst' }, { taxMode: 'single' }] as const;
  expect(offeredUnits(existing, { ...gst, usual: ['each', 'lb'] })).toEqual(['each', 'box', 'kg']);
  expect(offeredUnits(existing, { ...gst, usual: ['each'], own: 'reel' })).toEqual([
    'reel',
    'each',
    'box',
    'kg',
  ]);
  expect(offeredUnits([], { ...gst, usual: ['each', 'lb'], own: 'lb' })).toEqual(['each', 'lb']);
  const withOwn = [...existing, { id: 101, code: 'reel' }];
  expect(offeredUnits(withOwn, { ...single, usual: ['each', 'kg'] })).toEqual([
    'each',
    'kg',
    'reel',
  ]);
});
