import { describe, expect, it } from 'vitest';
import { completeGstin, readGstin, stateAfter } from './gstin.rules';
import { states } from './states.rules';

/** A department's ends in a digit. */
const ofDepartment =
  Array.from({ length: 100 }, (_, n) => completeGstin(`07DLHS${10_000 + n}E1Z`)).find((gstin) =>
    /[0-9]$/.test(gstin),
  ) ?? '';

describe('a GSTIN', () => {
  it.each([
    ['27AAPFU0939F1ZV', 'regular', '27', 'AAPFU0939F'],
    [completeGstin('29AABCT1332L1Z'), 'regular', '29', 'AABCT1332L'],
    [completeGstin('07MUMA01234B1D'), 'deductor', '07', null],
    [completeGstin('19AABCT1332L1D'), 'deductor', '19', 'AABCT1332L'],
    [completeGstin('0717UNO00157UN'), 'un_body', '07', null],
    [ofDepartment, 'government', '07', null],
  ])('%s belongs to a %s in state %s', (gstin, form, state, pan) => {
    expect(readGstin(gstin)).toEqual({ ok: true, form, state, pan });
  });

  it.each([
    ['27AAPFU0939F1Z', /15 letters and digits/],
    ['27aapfu0939f1zv', /15 letters and digits/],
    ['27AAPFU0939F1ZW', /check digit/],
    ['27AAPFU0939F1XV', /state code, a PAN/],
    [completeGstin('45AAPFU0939F1Z'), /45 is not one/],
    [completeGstin('96AAPFU0939F1Z'), /96 is not one/],
    [completeGstin('25AAPFU0939F1Z'), /it is Dadra .* \(26\) now/],
    [completeGstin('28AAPFU0939F1Z'), /it is Andhra Pradesh \(37\) now/],
  ])('%s is none', (gstin, wrong) => {
    expect(readGstin(gstin)).toEqual({ ok: false, wrong: expect.stringMatching(wrong) });
  });

  it('tells of every wrong digit, and of two neighbours that changed places', () => {
    const right = '27AAPFU0939F1ZV';
    for (const [at, character] of Array.from(right).entries()) {
      for (const other of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        if (other === character) continue;
        expect(readGstin(right.slice(0, at) + other + right.slice(at + 1)).ok).toBe(false);
      }
      const swapped = Array.from(right);
      [swapped[at], swapped[at + 1]] = [swapped[at + 1] ?? '', character];
      const text = swapped.join('');
      if (text !== right) expect(readGstin(text).ok).toBe(false);
    }
  });

  it('may be of every state but abroad', () => {
    for (const { value } of states) {
      expect(readGstin(completeGstin(`${value}AAPFU0939F1Z`)).ok).toBe(value !== '96');
    }
  });
});

describe('the state after a change', () => {
  const [pune, goa] = ['27AAPFU0939F1ZV', completeGstin('30AAPFU0939F1Z')];
  const nothing = { gstin: null, state_code: null };
  const inPune = { gstin: pune, state_code: '27' };

  it.each([
    ['nothing is sent', nothing, {}, null],
    ['a GSTIN is sent', nothing, { gstin: pune }, '27'],
    [
      'another GSTIN is sent, with the state of before',
      inPune,
      { gstin: goa, state_code: '27' },
      '30',
    ],
    ['another GSTIN and its state are sent', inPune, { gstin: goa, state_code: '30' }, '30'],
    ['the GSTIN goes', inPune, { gstin: null }, '27'],
    ['the state is emptied next to a GSTIN', inPune, { state_code: null }, '27'],
    ['a state without a GSTIN is sent', nothing, { state_code: '30' }, '30'],
    ['a mistyped GSTIN is sent', nothing, { gstin: `${pune.slice(0, 14)}W` }, null],
  ])('when %s', (_case, before, sent, state) => {
    expect(stateAfter(before, sent)).toEqual({ state, wrong: null });
  });

  it('cannot be another than the GSTIN says', () => {
    expect(stateAfter(inPune, { state_code: '30' }).wrong).toBe(
      'The GSTIN is from Maharashtra (27), not from Goa (30)',
    );
  });
});
