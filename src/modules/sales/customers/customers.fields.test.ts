import { describe, expect, it } from 'vitest';
import { fieldError, parseTyped } from '~/kit/shared/fields/typed-values';
import { customerFields } from './customers.fields';

describe('what is typed into a cell', () => {
  const messageFor = (name: keyof typeof customerFields, typed: string) =>
    fieldError(customerFields[name], parseTyped(customerFields[name], typed), 'inline');

  it.each([
    ['company_name', '', 'Company name is required'],
    ['company_name', '   ', 'Company name is required'],
    ['company_name', 'A', 'Company name must be at least 2 characters'],
    ['contact_person', '', 'Contact person name is required'],
    ['contact_person', 'B', 'Contact person name is required'],
    ['phone', '0120 4567890', 'Please enter a valid phone number'],
    ['phone', '+', 'Please enter a valid phone number'],
    ['phone', '()-', 'Please enter a valid phone number'],
    ['phone', '12345678901234567', 'Please enter a valid phone number'],
    ['phone', '98200.12345', 'Please enter a valid phone number'],
    ['email', 'asha@godavari', 'Please enter a valid email address'],
    ['website', 'godavari.example', 'Please enter a valid website URL'],
    ['website', 'ftp://godavari.example', 'Please enter a valid website URL'],
    ['website', 'javascript:alert(1)', 'Please enter a valid website URL'],
    ['website', 'https://', 'Please enter a valid website URL'],
    ['credit_limit', '-1', 'Credit limit must be a positive number'],
    ['credit_limit', 'much', 'Credit limit must be a positive number'],
    ['credit_limit', '1.005', 'Credit Limit cannot have more than two decimals'],
  ] as const)('refuses %s “%s”', (name, typed, message) => {
    expect(messageFor(name, typed)).toBe(message);
  });

  it.each([
    ['company_name', 'AB'],
    ['phone', '+91 (982) 001-2345'],
    ['phone', '1'],
    ['phone', '1234567890123456'],
    ['phone', ''],
    ['email', ''],
    ['website', 'www.godavari.example'],
    ['website', 'HTTP://godavari.example'],
    ['website', ''],
    ['credit_limit', '0'],
    ['credit_limit', ''],
    ['credit_limit', '1,45,000.50'],
  ] as const)('takes %s “%s”', (name, typed) => {
    expect(messageFor(name, typed)).toBeNull();
  });

  it('stores a website with its scheme, and nothing for empty text', () => {
    const stored = (typed: string) => customerFields.website.read(typed, 'inline');
    expect(stored(' www.godavari.example ')).toHaveProperty(
      'value',
      'https://www.godavari.example',
    );
    expect(stored('http://godavari.example')).toHaveProperty('value', 'http://godavari.example');
    expect(stored('  ')).toEqual({ ok: true, value: null });
  });
});
