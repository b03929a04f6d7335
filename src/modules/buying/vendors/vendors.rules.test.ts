import { describe, expect, it } from 'vitest';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { defaultTdsCodes } from '~/modules/organization/company/tds-codes.fields';
import { ifscProblem, isIndividual, isPan } from './vendor-ids.rules';
import { canDelete, unknownVendor, vendorAfter } from './vendors.rules';

const gstin = completeGstin('27AABCD1234E1Z');

it.each([
  ['AABCD1234E', true],
  ['AABCD1234', false],
  ['aabcd1234e', false],
  ['AAB1D1234E', false],
])('the PAN %s is valid: %s', (text, isValid) => {
  expect(isPan(text)).toBe(isValid);
});

it.each([
  ['AABPD1234E', true],
  ['AABHD1234E', true],
  ['AABCD1234E', false],
  [null, false],
])('the PAN %s belongs to an individual or a family: %s', (pan, isIt) => {
  expect(isIndividual(pan)).toBe(isIt);
});

it.each([
  ['HDFC0000104', true],
  ['SBIN0A1B2C3', true],
  ['HDFC1000104', false],
  ['HDF00000104', false],
  ['HDFC000010', false],
])('the IFSC %s is valid: %s', (text, isValid) => {
  expect(ifscProblem(text) === null).toBe(isValid);
});

describe('a vendor after a change', () => {
  const after = (before: object, sent: object, isGst = true) =>
    vendorAfter({ ...unknownVendor, ...before }, sent, {
      tax_mode: isGst ? 'gst' : 'single',
      tds_codes: defaultTdsCodes,
    });

  it('has the PAN and the state of its GSTIN', () => {
    expect(after({}, { gstin })).toEqual({
      values: { state_code: '27', pan: 'AABCD1234E' },
      problem: null,
    });
    expect(after({ pan: 'AAAPA1111A' }, { gstin, pan: 'AAAPA1111A' }).problem).toBeNull();
  });

  it('refuses another PAN than that of its GSTIN', () => {
    expect(after({}, { gstin, pan: 'AAAPA1111A' }).problem?.field).toBe('pan');
    expect(after({ gstin, pan: 'AABCD1234E' }, { pan: 'AAAPA1111A' }).problem?.field).toBe('pan');
  });

  it('refuses an invalid GSTIN by GST alone', () => {
    const wrong = `${gstin.slice(0, 14)}*`;
    expect(after({}, { gstin: wrong }).problem?.field).toBe('gstin');
    expect(after({}, { gstin: wrong, pan: 'AAAPA1111A' }, false)).toEqual({
      values: { state_code: null, pan: 'AAAPA1111A' },
      problem: null,
    });
  });

  it('takes a TDS code of the settings, or the one that it has', () => {
    expect(after({}, { tds_code: defaultTdsCodes[0]?.code }).problem).toBeNull();
    expect(after({ tds_code: 'OLD' }, { tds_code: 'OLD' }).problem).toBeNull();
    expect(after({ tds_code: 'OLD' }, { tds_code: 'NEW' }).problem?.field).toBe('tds_code');
  });

  it('leaves alone what was not sent', () => {
    expect(after({ gstin, pan: 'AABCD1234E' }, {})).toEqual({ values: {}, problem: null });
  });
});

it('deletes inactive vendors without documents', () => {
  expect(canDelete({ is_active: true }).ok).toBe(false);
  expect(canDelete({ is_active: false }).ok).toBe(true);
  const bills = [{ noun: 'bill', count: 2 }];
  expect(canDelete({ is_active: false }, bills)).toMatchObject({
    message: 'This vendor has 2 bills and cannot be deleted',
  });
});
