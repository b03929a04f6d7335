import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { predicateOf, searchFilter } from './filters';
import { folded } from './searching';
import { literally } from './like';

const lead = (changes: { company_name?: string } = {}) => ({
  company_name: 'Acme Forgings',
  contact_person: 'Zoë Müller',
  industry: 'Automotive',
  ...changes,
});

const filters = [searchFilter(['company_name', 'contact_person', 'industry'])];
const finds = (values: { search: string }, row: ReturnType<typeof lead>) =>
  predicateOf(filters, values)?.(row) ?? true;

describe('search', () => {
  test.each([
    ['acme', true],
    ['ACME forg', true],
    ['  forgings   acme ', true],
    ['acme zoe', true],
    ['müller', true],
    ['muller', true],
    ['automotive', true],
    ['acmes', false],
    ['acme steel', false],
    ['gsz', false],
  ])('%j found: %s', (search, found) => {
    expect(finds({ search }, lead())).toBe(found);
  });

  test('signs that mean something elsewhere are only text', () => {
    expect(finds({ search: 'c++ (100%)' }, lead({ company_name: 'C++ Tools [100%] (100%)' }))).toBe(
      true,
    );
    expect(finds({ search: '.*' }, lead())).toBe(false);
  });

  test('a changed row is searched by its new text', () => {
    const before = lead();
    expect(finds({ search: 'acme' }, before)).toBe(true);
    expect(finds({ search: 'acme' }, { ...before, company_name: 'Bolt Ltd' })).toBe(false);
  });

  test('Devanagari and Turkish names are found as they are written', () => {
    expect(finds({ search: 'हिन्दुस्तान' }, lead({ company_name: 'हिन्दुस्तान स्टील' }))).toBe(true);
    expect(finds({ search: 'हन' }, lead({ company_name: 'हिन' }))).toBe(false);
    expect(finds({ search: 'istanbul' }, lead({ company_name: 'İSTANBUL Çelik' }))).toBe(true);
  });

  test('any run of letters of a name finds it, in any case', () => {
    const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), (name, start, length) => {
        const letters = [...segments.segment(name)].map((each) => each.segment);
        const from = start % letters.length;
        const part = letters.slice(from, from + 1 + (length % letters.length)).join('');
        expect(finds({ search: part }, lead({ company_name: name }))).toBe(true);
        expect(finds({ search: folded(part) }, lead({ company_name: name }))).toBe(true);
      }),
    );
  });

  test('a second word never finds more than the first alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (name, one, two) => {
        const row = lead({ company_name: name });
        const both = finds({ search: `${one} ${two}` }, row);
        expect(!both || finds({ search: one }, row)).toBe(true);
      }),
    );
  });
});

test('no sign of a pattern is one', () => {
  expect(literally('100%_\\a')).toBe('100\\%\\_\\\\a');
});
