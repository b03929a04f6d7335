import { describe, expect, it } from 'vitest';
import { gstFollow, gstNotes, gstRefusal } from './gst.rules';

const gstin = '27AAPFU0939F1ZV';
const wrong = '27AAPFU0939F1ZW';

describe('what a form says of GST', () => {
  it('brings the state of a valid GSTIN along, and of nothing else', () => {
    expect(gstFollow('gstin', { gstin })).toEqual({ state_code: '27' });
    expect(gstFollow('gstin', { gstin: wrong, state_code: '30' })).toEqual({});
    expect(gstFollow('city', { gstin, state_code: '30' })).toEqual({});
  });

  it('reads the GSTIN and doubts what contradicts it', () => {
    expect(gstNotes({ gstin, state_code: '27', postal_code: '411026' })).toMatchObject({
      gstin: { text: 'Maharashtra (27), PAN AAPFU0939F', isDoubt: false },
      state_code: { text: '' },
      postal_code: { text: '' },
      gst_category: { text: '' },
    });
    const notes = gstNotes({ gstin, gst_category: 'overseas', postal_code: '560058' });
    expect(notes.gst_category).toEqual({
      text: 'Overseas customers cannot have a GSTIN',
      isDoubt: true,
    });
    expect(notes.postal_code.isDoubt).toBe(true);
  });

  it.each([
    ['gstin', { gstin }, null, null],
    ['gstin', { gstin: ' ' }, null, null],
    ['gstin', { gstin: wrong }, null, /^This GSTIN is not valid/],
    ['gstin', { gstin: wrong }, wrong, null],
    ['state_code', { gstin, state_code: '30' }, null, /not from Goa/],
    ['state_code', { gstin, state_code: '' }, null, null],
    ['state_code', { gstin: wrong, state_code: '30' }, null, null],
    ['gst_category', { gstin, gst_category: 'unregistered' }, null, /cannot have a GSTIN/],
    ['gst_category', { gstin, gst_category: 'sez' }, null, null],
    ['postal_code', { gstin, postal_code: '560058' }, null, null],
  ] as const)('refuses %s of %j with %s known: %s', (name, typed, existing, refusal) => {
    if (refusal === null) expect(gstRefusal(name, typed, existing)).toBeNull();
    else expect(gstRefusal(name, typed, existing)).toMatch(refusal);
  });
});
