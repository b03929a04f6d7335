import { expect, it } from 'vitest';
import { dependentsText } from './dependents';

it.each([
  [[], ''],
  [[['order', 0]], ''],
  [
    [
      ['order', 1],
      ['invoice', 0],
    ],
    '1 order',
  ],
  [
    [
      ['order', 1200],
      ['invoice', 1],
    ],
    '1,200 orders and 1 invoice',
  ],
] as [[string, number][], string][])('%j reads %j', (counts, text) => {
  expect(dependentsText(counts.map(([noun, count]) => ({ noun, count })))).toBe(text);
});
