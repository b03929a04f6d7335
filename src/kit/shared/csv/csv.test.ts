import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCell, printCell, printRow } from './csv';
import { CsvReader, separatorOf } from './csv-reader';
import * as field from '~/kit/shared/fields/fields';

const kinds = {
  text: field.text({ label: 'Text', max: 1000 }),
  longText: field.longText({ label: 'Long text', max: 1000 }),
  choice: field.choice({
    label: 'Choice',
    choices: [
      { value: 'one', label: 'One' },
      { value: 'two', label: 'Two' },
    ],
  }),
  flag: field.flag({ label: 'Flag' }),
  money: field.money({ label: 'Money', currency: 'INR', max: 999_999_999_999 }),
  wholeNumber: field.wholeNumber({ label: 'Whole number', max: field.maxId }),
  quantity: field.percent({ label: 'Quantity' }),
  day: field.day({ label: 'Day' }),
  link: field.link({ label: 'Link', to: 'leads' }),
};

// Text as it lies in the database: trimmed, never empty, without control characters.
const stored = (lineBreaks: boolean) =>
  fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(...`'"=+-@,;${lineBreaks ? '\n\r\t' : ' '}€’₹`),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
    })
    .map((text) => {
      const reading = kinds[lineBreaks ? 'longText' : 'text'].read(text, 'form');
      return reading.ok ? reading.value : null;
    });

const values: Record<keyof typeof kinds, fc.Arbitrary<unknown>> = {
  text: stored(false),
  longText: stored(true),
  choice: fc.constantFrom('one', 'two', null),
  flag: fc.boolean(),
  money: fc.option(fc.integer({ min: 0, max: 99_999_999_999_900 }).map((paise) => paise / 100)),
  wholeNumber: fc.option(fc.integer({ min: 0, max: field.maxId })),
  quantity: fc.option(fc.integer({ min: 0, max: 10_000 }).map((each) => each / 100)),
  day: fc.option(fc.constantFrom('2026-11-21', '1999-02-28')),
  link: fc.option(fc.integer({ min: 1, max: field.maxId })),
};

function read(text: string, separator = ',', size = text.length || 1) {
  const reader = new CsvReader(separator);
  const rows = [];
  for (let at = 0; at < text.length; at += size)
    rows.push(...reader.push(text.slice(at, at + size)));
  return [...rows, ...reader.end()];
}

describe('a value', () => {
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    test(`of kind ${kind} comes back as it was printed`, () => {
      fc.assert(
        fc.property(values[kind], (value) => {
          const back = kinds[kind].read(parseCell(kinds[kind], printCell(value)), 'form');
          expect(back).toEqual({ ok: true, value });
        }),
      );
    });
  }

  test('that a spreadsheet would run is defused, a number is not', () => {
    for (const text of ['=1+1', '+91', '-x', '@sum', '\tx', "'=1"])
      expect(printCell(text)).toBe(`'${text}`);
    expect(printCell(-5)).toBe('-5');
    expect(printCell("it's")).toBe("it's");
    expect(parseCell(kinds.text, "'plain'")).toBe("'plain'");
  });

  test.each([
    ['1234.50', 1234.5],
    ['1,23,456.78', 123_456.78],
    ['1,234,567', 1_234_567],
    ["'-5", -5],
    ['', null],
  ])('typed as %s is the number %s', (cell, value) => {
    expect(parseCell(kinds.money, cell)).toBe(value);
  });

  test.each(['12,50', '1.0E+12', 'NaN', 'Infinity', '0x10', '1 000', '--1', '1,,000'])(
    '%s is not a number',
    (cell) => {
      expect(parseCell(kinds.money, cell)).toBe(Number.NaN);
    },
  );

  test.each([
    ['Yes', true],
    ['FALSE', false],
    ['inactive', false],
    ['maybe', 'maybe'],
    [' ', null],
  ])('%s is the flag %s', (cell, value) => {
    expect(parseCell(kinds.flag, cell)).toBe(value);
  });
});

describe('a file', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', '€') });

  test('is parsed into the cells that it was made of, from pieces of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
        fc.constantFrom(',', ';', '\t'),
        fc.integer({ min: 1, max: 9 }),
        (rows, separator, size) => {
          const text = rows.map((row) => printRow(row, separator)).join('');
          const remaining = rows.filter((row) => row.some((each) => each.trim() !== ''));
          expect(read(text, separator, size).map((row) => row.cells)).toEqual(remaining);
        },
      ),
    );
  });

  test('never breaks the reader, and every row begins on its own line', () => {
    fc.assert(
      fc.property(cell, fc.integer({ min: 1, max: 5 }), (text, size) => {
        const lines = read(text, ',', size).map((row) => row.line);
        expect(lines).toEqual([...new Set(lines)].sort((one, other) => one - other));
        expect(read(text, ',', size)).toEqual(read(text));
      }),
    );
  });

  test('counts lines as an editor does, also through quoted line breaks', () => {
    expect(read('a,b\r\n"one\r\ntwo",2\r\n\r\n3,4')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['one\r\ntwo', '2'] },
      { line: 5, cells: ['3', '4'] },
    ]);
  });

  test('loses one line to a quote that is never closed, and reads on', () => {
    expect(read('a,b\n"open,1\nnext,2\n').map((row) => [row.line, row.cells, row.problem])).toEqual(
      [
        [1, ['a', 'b'], undefined],
        [2, ['"open', '1'], 'This row has an unclosed quote'],
        [3, ['next', '2'], undefined],
      ],
    );
    expect(read('"open,1\nnext,"2"\n').map((row) => row.problem)).toEqual([
      'There is text after a closing quote in this row',
      undefined,
    ]);
  });

  test('keeps a quote inside of a plain cell', () => {
    expect(read('Pipe 5",2')).toEqual([{ line: 1, cells: ['Pipe 5"', '2'] }]);
  });

  test.each([
    ['a,b,c\n1;2;3;4;5', ','],
    ['a;b\n1,2', ';'],
    ['a\tb, c\td', '\t'],
    ['"a;b;c",d', ','],
    ['alone', ','],
    ['sep=|\na|b,c,d', '|'],
    ['sep=;\r\na;b', ';'],
    ['Customers, November 2026\na;b;c\n1;2;3', ';'],
    ['a;b;c\n1,5;2,5;3,5\n2,5;3,5;4', ';'],
    ['name;city\n"A, B";C', ';'],
  ])('%j is separated by %j', (start, separator) => {
    expect(separatorOf(start)).toBe(separator);
  });

  test.each([
    ['too many cells', 'a,'.repeat(160_000), 'The row has more than 500 cells', 500],
    ['too many quoted cells', '"a",'.repeat(160_000), 'The row has more than 500 cells', 500],
    ['a long cell', 'a'.repeat(40_000), 'A cell of this row has more than 32767 characters', 1],
  ])('refuses a row with %s, cuts it and reads on', (_name, line, problem, count) => {
    const [wide, next] = read(`${line}\n1,2\n`);
    expect(wide?.problem).toBe(problem);
    expect(wide?.cells).toHaveLength(count);
    expect(wide?.cells.every(({ length }) => length <= 32_767)).toBe(true);
    expect(next).toEqual({ line: 2, cells: ['1', '2'] });
  });

  test('has room for empty cells beyond the last that a row may have', () => {
    expect(read(`a${','.repeat(16_383)}\n"b"${',""'.repeat(16_383)}\n`)).toMatchObject([
      { cells: { length: 500 }, line: 1 },
      { cells: { length: 500 }, line: 2 },
    ]);
  });
});
