import { describe, expect, it } from 'vitest';
import { gstinDoubt, plainTaxId, taxIdDoubt } from './tax-ids.rules';

describe('a tax id', () => {
  it.each([
    ['27AAPFU0939F1ZV', false],
    ['27 aapfu 0939f 1zv', false],
    ['27AAPFU0939F1ZW', true],
    ['27AAPFU0939F1XV', true],
    ['123456789012345', true],
    ['DE123456789', false],
    ['12-3456789', false],
    ['', false],
  ])('%s is doubtful: %s', (text, doubtful) => {
    expect(taxIdDoubt(text) !== null).toBe(doubtful);
  });

  it('is printed in capitals without spaces where it is a GSTIN, as typed otherwise', () => {
    expect(plainTaxId('27 aapfu-0939f 1zv')).toBe('27AAPFU0939F1ZV');
    expect(plainTaxId('gst 123456789012')).toBe('gst 123456789012');
    expect(plainTaxId('de 123 456')).toBe('de 123 456');
  });
});

describe('a GSTIN', () => {
  it.each([
    ['27AAPFU0939F1ZV', false],
    ['27 aapfu 0939f 1zv', false],
    ['27AAPFU0939F1ZW', true],
    ['AAAAAAAAAAAAAAA', true],
    ['27AAPFU0939F1Z', false],
    ['', false],
  ])('%s is doubtful: %s', (text, doubtful) => {
    expect(gstinDoubt(text) !== null).toBe(doubtful);
  });
});
