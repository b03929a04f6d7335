import { describe, expect, it } from 'vitest';
import {
  accountProblem,
  canGiveUpDefault,
  isAccountNumber,
  isIfsc,
  isUpiId,
  lastFour,
} from './accounts.rules';

describe('the details of an account', () => {
  it.each([
    ['50100123456789', true],
    ['5010 0123 4567', true],
    ['DE89 3704 0044 0532 0130 00', true],
    ['1234', false],
    ['12345/678', false],
  ])('account number %s: %s', (text, valid) => {
    expect(isAccountNumber(text)).toBe(valid);
  });

  it.each([
    ['HDFC0000123', true],
    ['hdfc0000123', true],
    ['HDFC1000123', false],
    ['HDF00000123', false],
  ])('IFSC %s: %s', (text, valid) => {
    expect(isIfsc(text)).toBe(valid);
  });

  it.each([
    ['acme.pumps@hdfcbank', true],
    ['9876543210@ybl', true],
    ['acme', false],
    ['acme@', false],
    ['a b@ybl', false],
  ])('UPI ID %s: %s', (text, valid) => {
    expect(isUpiId(text)).toBe(valid);
  });
});

describe('an account', () => {
  const none = { brand: null, last4: null, account_number: null, ifsc: null, upi_id: null };

  it.each([
    [{ type: 'bank', brand: 'HDFC Bank', account_number: '50100123456789' }, null],
    [{ type: 'bank', brand: 'HDFC Bank', last4: '6789' }, null],
    [{ type: 'bank', brand: 'HDFC Bank' }, 'account_number'],
    [{ type: 'bank', account_number: '50100123456789' }, 'brand'],
    [{ type: 'bank', brand: 'HDFC Bank', last4: '6789', upi_id: 'a@ybl' }, 'upi_id'],
    [{ type: 'card', brand: 'Visa', last4: '4242' }, null],
    [{ type: 'card', brand: 'Visa' }, 'last4'],
    [{ type: 'card', last4: '4242' }, 'brand'],
    [{ type: 'card', brand: 'Visa', account_number: '4242424242424242' }, 'account_number'],
    [{ type: 'card', brand: 'Visa', last4: '4242', ifsc: 'HDFC0000123' }, 'ifsc'],
    [{ type: 'upi', upi_id: 'acme@ybl' }, null],
    [{ type: 'upi', brand: 'PhonePe', last4: '1234' }, null],
    [{ type: 'upi' }, 'upi_id'],
  ] as const)('%j has its problem in %s', (account, field) => {
    expect(accountProblem({ ...none, ...account })?.field ?? null).toBe(field);
  });

  it('is identified by the end of its number', () => {
    expect(lastFour({ account_number: '50100123456789', last4: null })).toBe('6789');
    expect(lastFour({ account_number: null, last4: '4242' })).toBe('4242');
  });

  it('that is the default stays so until another one is', () => {
    expect(canGiveUpDefault({ is_default: true })).toMatchObject({ ok: false });
    expect(canGiveUpDefault({ is_default: false })).toEqual({ ok: true });
  });
});
