import { expect, test } from 'vitest';
import * as field from '~/kit/shared/fields/fields';
import type { CsvFormat } from './formats.rules';
import { likelySheet, otherSheetsNote, sheetNamed } from './sheets.rules';

const format: CsvFormat = {
  columns: ['company', 'city'].map((name) => ({
    name,
    field: field.text({ label: name, max: 9 }),
  })),
  synonyms: {},
  key: 'company',
  isKeyNeeded: false,
};

const sheet = (name: string, ...rows: string[][]) => ({
  name,
  total: 0,
  rows: rows.map((cells, at) => ({ line: at + 1, cells })),
});
const empty = sheet('Empty');
const text = sheet('Instructions', ['How to fill in'], ['company', 'The name'], ['city', 'Where']);
const notes = sheet('Notes', ['See the next sheet']);
const unknown = sheet('Export', ['Firm', 'Town'], ['Kaveri', 'Pune']);
const headings = sheet('Template', ['company', 'city']);
const data = sheet('Data', ['List'], ['Company', 'City'], ['Kaveri', 'Pune']);

test.each([
  [[text, data, unknown], 'Data'],
  [[headings, unknown, data], 'Data'],
  [[notes, unknown], 'Export'],
  [[empty, notes], 'Notes'],
  [[empty], 'Empty'],
])('the sheet with the data is found', (sheets, name) => {
  expect(sheets[likelySheet(sheets, format)]?.name).toBe(name);
});

test('a sheet is found by its name, regardless of case', () => {
  const sheets = [{ name: 'data' }, { name: 'Data' }, { name: 'Old' }];
  expect(['Data', 'DATA', ' old ', 'New'].map((name) => sheetNamed(sheets, name))).toEqual([
    1, 0, 2, -1,
  ]);
});

test('the sheets with rows that are not read are named', () => {
  expect(otherSheetsNote([empty, data, notes, unknown], 1)).toBe(
    'The sheet "Data" is read. The file also has "Notes", "Export"',
  );
  expect(otherSheetsNote([empty, data], 1)).toBeNull();
  expect(otherSheetsNote([], 0)).toBeNull();
});
