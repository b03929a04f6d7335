import { expect, it } from 'vitest';
import { requiredFactors, canRemoveFactor, isFreshCounter, relyingParty } from './passkeys.rules';

const local = 'http://127.0.0.1:3000';

it.each([
  ['http://localhost:3000', local, { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://crm.localhost:80', local, { id: 'crm.localhost', origin: 'http://crm.localhost' }],
  // Behind a proxy that the settings do not name.
  ['https://crm.example.com', local, { id: 'crm.example.com', origin: 'https://crm.example.com' }],
  [
    'https://other.example',
    'https://crm.example:8443',
    { id: 'crm.example', origin: 'https://crm.example:8443' },
  ],
  [undefined, 'https://crm.example', { id: 'crm.example', origin: 'https://crm.example' }],
  [undefined, 'http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  [undefined, local, null],
  ['http://127.0.0.1:3000', local, null],
  ['https://10.0.0.5', local, null],
  ['https://[::1]:3000', local, null],
  ['http://crm.example.com', local, null],
  ['http://notlocalhost', local, null],
  ['null', local, null],
])('passkeys of a page of %s, the product being at %s', (origin, publicUrl, party) => {
  expect(relyingParty(origin, publicUrl)).toEqual(party);
});

it.each([
  [0, 0, true],
  [1, 0, true],
  [7, 6, true],
  [6, 6, false],
  [5, 6, false],
  [0, 6, false],
])('counter %i after %i: %s', (counter, last, isFresh) => {
  expect(isFreshCounter(counter, last)).toBe(isFresh);
});

it.each([
  [{ code: false, passkeys: 0, required: false }, []],
  [{ code: false, passkeys: 2, required: false }, []],
  [{ code: true, passkeys: 0, required: false }, ['code']],
  [{ code: true, passkeys: 1, required: false }, ['code', 'passkey']],
  [{ code: false, passkeys: 1, required: true }, ['passkey']],
  // Nothing to ask for yet: the person is held up until there is.
  [{ code: false, passkeys: 0, required: true }, []],
])('besides the password of a person who has %j: %j', (factors, required) => {
  expect(requiredFactors(factors)).toEqual(required);
});

it.each([
  ['code', { code: true, passkeys: 0, required: false }, true],
  ['code', { code: true, passkeys: 0, required: true }, false],
  ['code', { code: true, passkeys: 1, required: true }, true],
  ['passkey', { code: false, passkeys: 1, required: true }, false],
  ['passkey', { code: true, passkeys: 1, required: true }, true],
  ['passkey', { code: false, passkeys: 2, required: true }, true],
  ['passkey', { code: false, passkeys: 1, required: false }, true],
] as const)('a %s of a person who has %j may go: %s', (kind, factors, ok) => {
  expect(canRemoveFactor(factors, kind).ok).toBe(ok);
});
