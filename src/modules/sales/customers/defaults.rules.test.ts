import { expect, it } from 'vitest';
import { addressDefaults, canAddPart, canChangeDefaults, contactDefaults } from './defaults.rules';

const both = { is_billing: true, is_shipping: true };

it.each([
  [addressDefaults, both, { city: 'Pune' }, true],
  [addressDefaults, both, { is_billing: true, is_shipping: true }, true],
  [addressDefaults, both, { is_shipping: false }, false],
  [addressDefaults, { is_billing: false, is_shipping: true }, { is_billing: false }, true],
  [contactDefaults, { is_primary: true }, { is_primary: false }, false],
  [contactDefaults, { is_primary: false }, { is_primary: true }, true],
])('%j: %j may become %j: %s', (defaults, before, patch, ok) => {
  const verdict = canChangeDefaults(defaults, before, patch);
  expect(verdict.ok).toBe(ok);
  if (!verdict.ok) expect(verdict.code).toBe('customer.default_needed');
});

it('a customer has so many parts and no more', () => {
  expect(canAddPart(199).ok).toBe(true);
  expect(canAddPart(200)).toMatchObject({ code: 'customer.parts_full' });
});
