import { describe, expect, it } from 'vitest';
import {
  type GstCategory,
  isBetweenStates,
  placeOfSupplyOf,
  type SupplyBasis,
  supplyTypeOf,
  taxSplitOf,
} from './supply.rules';

const buyer = (gst_category: GstCategory | null, gstin: string | null = null, state = '27') => ({
  gst_category,
  gstin,
  state_code: state,
});

it.each([
  [buyer('regular'), true, 'b2b'],
  [buyer('composition'), true, 'b2b'],
  [buyer('uin'), true, 'b2b'],
  [buyer('deductor'), true, 'b2b'],
  [buyer('unregistered'), true, 'b2c'],
  [buyer('sez'), true, 'sez_without'],
  [buyer('sez'), false, 'sez_with'],
  [buyer('overseas'), true, 'export_without'],
  [buyer('overseas'), false, 'export_with'],
  [buyer('deemed_export'), true, 'deemed'],
  [buyer(null, '27AAPFU0939F1ZV'), true, 'b2b'],
  [buyer(null), true, 'b2c'],
  [buyer(null, null, '96'), false, 'export_with'],
] as const)('a supply to %j, LUT %s, is %s', (party, hasLut, type) => {
  expect(supplyTypeOf(party, { hasLut })).toBe(type);
});

describe('the place of supply', () => {
  const basis: SupplyBasis = {
    supply_type: 'b2b',
    seller: '27',
    buyer: { gstin: '29AABCT1332L1ZD', state_code: '29' },
    shipping: null,
    hasGoods: true,
  };
  const unknown = { gstin: null, state_code: null };

  it.each<[string, Partial<SupplyBasis>, string | null, RegExp]>([
    ['of a registered buyer', {}, '29', /registered in Karnataka \(29\)/],
    ['of an unregistered buyer', { buyer: { ...unknown, state_code: '30' } }, '30', /is in Goa/],
    [
      'of goods delivered elsewhere',
      { shipping: { gstin: null, state_code: '33' } },
      '33',
      /delivered in Tamil Nadu \(33\)/,
    ],
    [
      'of goods delivered to another place of the buyer',
      { shipping: { gstin: '33AABCT1332L1ZX', state_code: '33' } },
      '33',
      /delivered in/,
    ],
    [
      'of goods delivered to someone else',
      { shipping: { gstin: '33AAPFU0939F1ZX', state_code: '33' } },
      '29',
      /third party for a buyer in Karnataka/,
    ],
    [
      'of services alone',
      { hasGoods: false, shipping: { gstin: null, state_code: '33' } },
      '29',
      /registered/,
    ],
    ['of an export', { supply_type: 'export_with' }, '96', /abroad/],
    ['of a buyer without a state', { buyer: unknown }, '27', /not known; the company is in Maha/],
    ['of an unknown buyer', { buyer: unknown, seller: null }, null, /are unknown/],
  ])('%s', (_what, change, code, reason) => {
    expect(placeOfSupplyOf({ ...basis, ...change })).toEqual({
      code,
      reason: expect.stringMatching(reason),
    });
  });
});

it.each([
  ['b2b', '27', false, false, 'within'],
  ['b2b', '29', false, true, 'between'],
  ['b2b', '29', true, true, 'none'],
  ['b2b', null, false, false, 'within'],
  ['b2c', '29', false, true, 'between'],
  ['sez_with', '27', false, true, 'between'],
  ['sez_without', '27', false, true, 'none'],
  ['export_with', '96', false, true, 'between'],
  ['export_without', '96', false, true, 'none'],
  ['deemed', '27', false, false, 'within'],
] as const)(
  '%s to %s, reverse charge %s',
  (supply_type, place_of_supply, reverse_charge, between, split) => {
    const supplied = { supply_type, place_of_supply, reverse_charge };
    expect(isBetweenStates(supplied, '27')).toBe(between);
    expect(taxSplitOf(supplied, '27')).toBe(split);
  },
);
