import { expect, test } from 'vitest';
import { everything, nothing } from '~/modules/organization/users/rights.rules';
import { canAddKey, daysAfter, expiryProblem, keyRights } from './api-keys.rules';

const now = new Date('2026-11-29T10:00:00Z');

test.each([
  [0, true],
  [49, true],
  [50, false],
  [51, false],
])('with %i keys there can be another: %s', (count, isOne) => {
  expect(canAddKey(count).ok).toBe(isOne);
});

test.each([
  [-1, 'Expires must be in the future'],
  [0, 'Expires must be in the future'],
  [0.001, null],
  [731, null],
  [731.001, 'An API key can be valid for at most 731 days'],
])('a key that expires %d days from now: %s', (days, problem) => {
  expect(expiryProblem(daysAfter(now, days), now)).toBe(problem);
});

test('a key reads all or nothing of a kind, and keeps the other rights of its role', () => {
  const { create, update } = everything.leads;
  const role = {
    ...nothing,
    leads: { ...nothing.leads, read: 'own' as const, create, update },
    orders: { ...nothing.orders, read: 'workspace' as const },
    products: everything.products,
  };
  expect(keyRights(role)).toEqual({
    ...nothing,
    leads: { ...role.leads, read: 'none' },
    orders: { ...role.orders, read: 'all' },
    products: everything.products,
  });
});
