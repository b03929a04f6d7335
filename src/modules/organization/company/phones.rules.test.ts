import { describe, expect, it } from 'vitest';
import { internationalDigits, mapLink, phoneLinks } from './phones.rules';

describe('internationalDigits', () => {
  it.each([
    ['9876543210', '91', '919876543210'],
    ['98765 43210', '91', '919876543210'],
    ['(98765)-43.210', '91', '919876543210'],
    ['09876543210', '91', '919876543210'],
    ['022 2345 6789', '91', '912223456789'],
    ['9876543210', '1', '19876543210'],
    ['+91 98765 43210', '91', '919876543210'],
    ['(+91) 98765 43210', '1', '919876543210'],
    ['00 44 20 7946 0958', '91', '442079460958'],
    ['+1 (555) 010-9999', '91', '15550109999'],
    ['+12345678', '91', '12345678'],
    ['00123456', '91', null],
    ['+1234567890123456', '91', null],
    ['+0123456789', '91', null],
    ['19876543210', '91', null],
    ['919876543210', '91', null],
    ['123456789', '91', null],
    ['98+76543210', '91', null],
    ['++919876543210', '91', null],
    ['', '91', null],
    ['call Asha', '91', null],
  ])('makes of %s with the code %s: %s', (typed, code, digits) => {
    expect(internationalDigits(typed, code)).toBe(digits);
  });
});

describe('phoneLinks', () => {
  it.each([
    ['98765 43210', 'tel:+919876543210', 'https://wa.me/919876543210'],
    ['+91 68765 43210', 'tel:+916876543210', 'https://wa.me/916876543210'],
    ['022 2345 6789', 'tel:+912223456789', null],
    ['5876543210', 'tel:+915876543210', null],
    ['+44 20 7946 0958', 'tel:+442079460958', 'https://wa.me/442079460958'],
    ['12345', null, null],
    [null, null, null],
  ])('offers for %s: %s and %s', (typed, call, whatsApp) => {
    expect(phoneLinks(typed, { countryCode: '91' })).toEqual({ call, whatsApp });
  });

  it('writes the text of a document', () => {
    const { whatsApp } = phoneLinks('9876543210', {
      countryCode: '91',
      text: 'Order A/1: ₹5 & more',
    });
    expect(whatsApp).toBe(
      'https://wa.me/919876543210?text=Order%20A%2F1%3A%20%E2%82%B95%20%26%20more',
    );
  });
});

it('looks for an address on a map', () => {
  expect(mapLink(['12 MG Road\nCamp', null, 'Pune'])).toBe(
    'https://www.google.com/maps/search/?api=1&query=12%20MG%20Road%2C%20Camp%2C%20Pune',
  );
  expect(mapLink([null, ''])).toBeNull();
});
