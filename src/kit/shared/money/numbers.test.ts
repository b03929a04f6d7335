import { expect, it } from 'vitest';
import { counted, formatNumber } from './numbers';

it.each([
  [0, '0'],
  [999, '999'],
  [1234567.5, '12,34,567.5'],
  [-100000, '-1,00,000'],
  [0.001, '0.001'],
  [Number.NaN, '–'],
  [Infinity, '–'],
])('writes %d as %s', (number, text) => {
  expect(formatNumber(number)).toBe(text);
});

it.each([
  [0, '0 orders'],
  [1, '1 order'],
  [2, '2 orders'],
  [120000, '1,20,000 orders'],
])('counts %d as %s', (number, text) => {
  expect(counted(number, 'order')).toBe(text);
});

it('takes another plural', () => {
  expect(counted(1, 'entry', 'entries')).toBe('1 entry');
  expect(counted(2, 'entry', 'entries')).toBe('2 entries');
  expect([counted(2, 'delivery'), counted(2, 'survey')]).toEqual(['2 deliveries', '2 surveys']);
});
