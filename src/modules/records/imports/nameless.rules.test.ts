import { expect, test } from 'vitest';
import * as field from '~/kit/shared/fields/fields';
import type { CsvFormat } from './formats.rules';
import { readHeading } from './heading.rules';
import type { Mapping } from './mapping.rules';
import { NamelessColumns } from './nameless.rules';
import { rowCheck } from './rows.rules';

const format: CsvFormat = {
  columns: ['company', 'phone', 'notes'].map((name) => ({
    name,
    field: field.text({ label: name, max: 99 }),
  })),
  synonyms: {},
  key: 'company',
  isKeyNeeded: false,
};
const header = { line: 3, cells: ['company', '', 'phone'] };
const rows = [
  { line: 4, cells: ['Kaveri', '', '1'] },
  { line: 5, cells: ['Lotus', 'x', '2', '', 'also 3'] },
  { line: 6, cells: ['Bhima', 'y', '2', '', 'z'] },
];

const remarksOf = (mapping: Mapping | null, isSheet = true) => {
  const columns = new NamelessColumns(header, readHeading(header, format, mapping, { isSheet }));
  columns.read(rows.slice(0, 1));
  columns.read(rows.slice(1));
  return columns.remarks().map(([line, { field: name, value }]) => [line, name, value]);
};

test('columns without a heading that have values are noted', () => {
  expect(remarksOf(null)).toEqual([
    [3, 'Column B', 'x'],
    [3, 'Column E', 'also 3'],
  ]);
  const fields = { company: { columns: ['company'] }, notes: { columns: ['Column E'] } };
  expect(remarksOf({ fields })).toEqual([[3, 'Column B', 'x']]);
});

test('a wide row of a sheet is read; of a text only where a mapping takes its last column', () => {
  const problemsOf = (mapping: Mapping | null, isSheet: boolean) => {
    const check = rowCheck(readHeading(header, format, mapping, { isSheet }));
    return rows.map((row) => {
      const checked = check(row);
      return Array.isArray(checked) ? checked[0]?.message : null;
    });
  };
  const wide = 'The row has 5 cells, the header has 3. A text with a separator in it needs quotes';
  expect(problemsOf(null, true)).toEqual([null, null, null]);
  expect(problemsOf(null, false)).toEqual([null, wide, wide]);
  const fields = { company: { columns: ['company'] }, notes: { columns: ['Column E'] } };
  expect(problemsOf({ fields }, false)).toEqual([null, null, null]);
  expect(
    rowCheck(readHeading(header, format, { fields }, { isSheet: true }))({ line: 4, cells: ['A'] }),
  ).toEqual({ line: 4, key: 'A', values: { company: 'A', notes: null } });
});
