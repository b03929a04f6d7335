import { describe, expect, it } from 'vitest';
import { type PartFormat, partFormats } from './customer-parts.csv';
import { type PartValues, planParts, type StoredPart } from './part-slots.rules';

const [address, contact] = partFormats as unknown as [PartFormat, PartFormat];
const updated_at = '2026-11-01T00:00:00.000Z';
const blank = { address: null, city: null, state_code: null, postal_code: null, country: null };

const stored = (id: number, values: PartValues): StoredPart => ({
  id,
  updated_at,
  ...blank,
  gstin: null,
  is_billing: false,
  is_shipping: false,
  ...values,
});
const office = stored(1, { label: 'Office', city: 'Pune', is_billing: true, is_shipping: true });
const works = stored(2, { label: 'Works', city: 'Nashik' });

const plan = (format: PartFormat, before: readonly StoredPart[], slots: readonly PartValues[]) =>
  planParts(format, before, {
    slots: slots.map((values, at) => ({ position: at + 1, values })),
    isGst: true,
    owner: { gst_category: null, state_code: null },
  });

it('a first address in India is not for billing of a buyer abroad', () => {
  const addedFor = (gst_category: 'overseas' | null, values: PartValues) => {
    const slots = [{ position: 1, values: { label: 'New', ...values } }];
    const owner = { gst_category, state_code: null };
    const planned = planParts(address, [], { slots, isGst: true, owner });
    return 'plan' in planned ? planned.plan.added[0]?.['is_billing'] : planned.problem;
  };
  expect(addedFor('overseas', { state_code: '27' })).toBe(false);
  expect(addedFor('overseas', { gstin: '27AAPFU0939F1ZV' })).toBe(false);
  expect(addedFor('overseas', { state_code: '96' })).toBe(true);
  expect(addedFor('overseas', { state_code: '27', is_billing: true })).toBe(true);
  expect(addedFor(null, { state_code: '27' })).toBe(true);
});

describe('addresses in the row of their customer', () => {
  it.each<[string, PartValues[], object[], object[]]>([
    [
      'is the one with its label, at any position',
      [{ label: 'WORKS', city: 'Thane' }],
      [],
      [{ label: 'WORKS', city: 'Thane' }],
    ],
    [
      'is that of its place where labels are not spoken of',
      [{}, { city: 'Thane' }],
      [],
      [{ city: 'Thane' }],
    ],
    ['stays where its cells are empty', [{ label: null, city: null, is_billing: false }], [], []],
    [
      'is a new one with another label',
      [{ label: 'Depot', city: 'Goa' }],
      [{ label: 'Depot', city: 'Goa', is_billing: false }],
      [],
    ],
    [
      'stays as it is where nothing differs',
      [{ label: 'Office', city: 'Pune', is_billing: true }],
      [],
      [],
    ],
    [
      'takes the default from another one',
      [{ label: 'Works', is_billing: true }],
      [],
      [{ is_billing: true }, { is_billing: false }],
    ],
    [
      'has the state of its GSTIN',
      [{ label: 'Works', gstin: '27AAPFU0939F1ZV' }],
      [],
      [{ gstin: '27AAPFU0939F1ZV', state_code: '27' }],
    ],
  ])('one %s', (_title, slots, added, changed) => {
    expect(plan(address, [office, works], slots)).toMatchObject({
      plan: {
        added,
        changed: changed.map((values) => ({ values })),
      },
    });
  });

  it.each<[string, PartValues[], string, string]>([
    [
      'two defaults',
      [
        { label: 'Office', is_billing: true },
        { label: 'Works', is_billing: true },
      ],
      'address_2_is_billing',
      'Only one address is the default for billing',
    ],
    [
      'no default',
      [{ label: 'Office', is_billing: false }],
      'address_1_is_billing',
      'This address is the default for billing. Make another one the default first',
    ],
    [
      'another state than its GSTIN',
      [{}, { label: 'Works', gstin: '27AAPFU0939F1ZV', state_code: '30' }],
      'address_2_state_code',
      'The GSTIN is from Maharashtra (27), not from Goa (30)',
    ],
    [
      'a mistyped GSTIN',
      [{ label: 'Works', gstin: '27AAPFU0939F1ZW' }],
      'address_1_gstin',
      'This GSTIN is not valid. The check digit is wrong. Please compare it with the certificate.',
    ],
  ])('%s is refused', (_title, slots, field, message) => {
    expect(plan(address, [office, works], slots)).toEqual({ problem: { field, message } });
  });
});

it('the first contact is the primary contact, and each has a name', () => {
  expect(plan(contact, [], [{ name: 'Bo Li' }, { name: 'Asha Rao' }])).toMatchObject({
    plan: {
      added: [
        { name: 'Bo Li', is_primary: true },
        { name: 'Asha Rao', is_primary: false },
      ],
    },
  });
  expect(plan(contact, [], [{}, { email: 'a@b.example' }])).toEqual({
    problem: { field: 'contact_2_name', message: 'Contact name is required' },
  });
});
