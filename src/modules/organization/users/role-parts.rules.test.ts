import { expect, it } from 'vitest';
import { mergeValues } from '~/kit/shared/fields/merge';
import { everything, nothing } from './rights.rules';
import { partLabel, partsOf, partText, patchOf } from './role-parts.rules';

it('a role that two people have changed has the rights that each of them set for other records', () => {
  const base = partsOf({ name: 'Sales', rights: nothing });
  const { values, conflicts } = mergeValues({
    base: { ...base },
    mine: { ...base, leads: everything.leads },
    theirs: { ...base, orders: everything.orders },
  });
  expect(conflicts).toEqual([]);
  expect(patchOf({ ...base, ...values, updated_at: 'v2' })).toEqual({
    name: 'Sales',
    rights: { ...nothing, leads: everything.leads, orders: everything.orders },
    updated_at: 'v2',
  });
});

it('says rights in words', () => {
  expect(partLabel('leads')).toBe('Leads');
  expect(partText('leads', { read: 'own', create: true, export: true })).toBe(
    'Read: Own, create, export',
  );
  expect([partLabel('name'), partText('name', 'Sales')]).toEqual([undefined, undefined]);
});
