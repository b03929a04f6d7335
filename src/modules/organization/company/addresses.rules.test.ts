import { describe, expect, it } from 'vitest';
import { completeGstin } from './gstin.rules';
import { addressNotes, stateOfGstin, type TypedAddress } from './addresses.rules';

const nothing: TypedAddress = { gstin: '', state: '', pin: '', country: '' };
const gstin = '27AAPFU0939F1ZV';

describe('what is typed of a place', () => {
  it.each([
    ['', '', false],
    ['2', '', false],
    ['27AAP', '', false],
    ['45', 'It must start with a state code; 45 is not one.', true],
    ['28', /no longer used: it is Andhra Pradesh/, true],
    [' 27aapfu-0939f1zv', 'Maharashtra (27), PAN AAPFU0939F', false],
    ['27AAPFU0939F1ZW', /^This GSTIN is not valid. The check digit/, true],
    [completeGstin('27AAPFU0939F1D'), 'Tax deductor, Maharashtra (27), PAN AAPFU0939F', false],
    [completeGstin('0717USA00012UN'), 'UN body or embassy, Delhi (07)', false],
  ])('as GSTIN %j reads %s', (typed, text, isDoubt) => {
    const note = addressNotes({ ...nothing, gstin: typed }).gstin;
    if (typeof text === 'string') expect(note.text).toBe(text);
    else expect(note.text).toMatch(text);
    expect(note.isDoubt).toBe(isDoubt);
  });

  it.each<[Partial<TypedAddress>, state: string, pin: RegExp]>([
    [{ gstin, state: '27', pin: '411026' }, '', /^$/],
    [{ gstin, pin: '411026', country: 'India' }, '', /^$/],
    [{ gstin, state: '30' }, 'The GSTIN is from Maharashtra (27), not from Goa (30)', /^$/],
    [{ gstin, pin: '560058' }, '', /in Karnataka \(29\), not in Maharashtra/],
    [{ state: '27', pin: '560058' }, '', /in Karnataka/],
    [{ state: '27', pin: '560058', country: 'Nepal' }, '', /^$/],
    [{ gstin: '27AAPFU0939F1ZW', state: '30', pin: '403001' }, '', /^$/],
  ])('%j gets a note where it contradicts itself', (typed, state, pin) => {
    const notes = addressNotes({ ...nothing, ...typed });
    expect(notes.state).toEqual({ text: state, isDoubt: state !== '' });
    expect(notes.pin.text).toMatch(pin);
  });

  it('has a state by its GSTIN alone where that is valid', () => {
    expect([stateOfGstin(' 27 aapfu0939f1zv'), stateOfGstin('27AAPFU0939F1ZW')]).toEqual([
      '27',
      null,
    ]);
  });
});
