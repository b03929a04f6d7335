import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnLabels, columnsIn } from './columns.rules';

test('columns with one heading, and those without, are distinguished by their letter', () => {
  expect(columnLabels([' Name ', 'Address', 'City', 'Address', 'City', ''])).toEqual([
    'Name',
    'Address (column B)',
    'City (column C)',
    'Address (column D)',
    'City (column E)',
    'Column F',
  ]);
  expect(columnLabels(Array.from({ length: 28 }, () => ''))[27]).toBe('Column AB');
});

test('a heading that is written like the name of another column gets its letter too', () => {
  expect(columnLabels(['Column B', '', 'A (column E)', 'x', 'A', 'A'])).toEqual([
    'Column B (column A)',
    'Column B',
    'A (column E) (column C)',
    'x',
    'A (column E)',
    'A (column F)',
  ]);
});

test('every column has another name, and is found by it', () => {
  const heading = fc.constantFrom(
    '',
    'A',
    'a',
    'Column B',
    'A (column B)',
    'A (column A) (column B)',
    'A (column A)',
  );
  fc.assert(
    fc.property(fc.array(heading, { maxLength: 12 }), (headings) => {
      const { labels, positionsOf } = columnsIn(headings);
      expect(new Set(labels).size).toBe(labels.length);
      expect(labels.map((label) => positionsOf(label))).toEqual(labels.map((_, at) => [at]));
    }),
  );
});

test('a repeated heading means all its columns, a letter beyond the headings a column without one', () => {
  const { positionsOf } = columnsIn(['Phone', 'Phone', '']);
  expect(positionsOf('Phone')).toEqual([0, 1]);
  expect(positionsOf('Phone (column B)')).toEqual([1]);
  expect(positionsOf('Column C')).toEqual([2]);
  expect(positionsOf('Column F')).toEqual([5]);
  expect(['', 'Column B', 'Column SG', 'Fax'].map(positionsOf)).toEqual([[], [], [], []]);
});
