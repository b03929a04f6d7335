import { expect, test } from 'vitest';
import { GroupRows } from './group-rows.rules';

const header = { line: 5, cells: ['Particulars', 'Quantity', 'Rate', 'Value'] };

function found(rows: string[][]) {
  const groups = GroupRows.of(header);
  const marked = groups?.mark(rows.map((cells, at) => ({ line: at + 6, cells }))) ?? [];
  const names = marked.flatMap(({ cells, problem }) => (problem === undefined ? [] : [cells[0]]));
  return [names, groups?.remark() !== null];
}

test('a row of a group is found by its sums, within other groups too', () => {
  expect(
    found([
      ['Couplings', '160', '400', '64000'],
      ['Coupling 40 mm', '120', '350', '42000'],
      ['Coupling 63 mm', '40', '550', '22000'],
      ['EN8 bar 25 mm', '1250.5', '78.3333', '97955.79'],
      ['Grand Total', '', '', '161955.79'],
    ]),
  ).toEqual([['Couplings'], false]);
  expect(
    found([
      ['Metal', '70 Kg', '', '1,000.30'],
      ['Bars', '50 Kg', '', '600.30'],
      ['Bar A', '20 Kg', '5', '100.10'],
      ['Bar B', '30 Kg', '5', '500.20'],
      ['Plate', '20 Kg', '20', '400.00'],
      ['Bolt', '5 Nos', '1', '5.00'],
      ['Total', '', '', '1005.30'],
    ]),
  ).toEqual([['Metal', 'Bars'], false]);
});

test('a group that the sums do not show is noted by the totals of the file', () => {
  const rows = [
    ['Couplings', '120', '350', '42000'],
    ['Coupling 40 mm', '120', '350', '42000'],
    ['Grand Total', '', '', '42000'],
  ];
  expect(found(rows)).toEqual([[], true]);
  expect(found(rows.slice(1))).toEqual([[], false]);
});

test('other lists have no groups, and equal items are not taken for one', () => {
  expect(GroupRows.of({ line: 1, cells: ['Name', 'Quantity'] })).toBeNull();
  const rows = ['A', 'B', 'C', 'D'].map((name) => [name, '2', '3', '6']);
  expect(found(rows)).toEqual([[], false]);
});

test('a block of rows that fit no group is read in moments', () => {
  const rows = Array.from({ length: 2000 }, (_, at) => ['x', '1', '1', String(1_000_000 - at)]);
  const start = performance.now();
  found(rows);
  found(rows.map((cells) => cells.with(1, '90000').with(2, '90000')));
  expect(performance.now() - start).toBeLessThan(1000);
});
