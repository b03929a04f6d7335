import { expect, it } from 'vitest';
import { canSaveAnother, savedName } from './saved-reports.rules';

it.each([
  [0, true],
  [5, true],
  [6, false],
])('with %i saved reports, another: %s', (count, ok) => {
  expect(canSaveAnother(count).ok).toBe(ok);
});

const groups = [
  { value: 'month', label: 'Month' },
  { value: 'product', label: 'Product' },
];

it.each([
  [{ title: 'Sales', groups }, 'product', 'Sales by Product'],
  [{ title: 'Sales', groups }, undefined, 'Sales by Month'],
  [{ title: 'Tax', groups: [] }, undefined, 'Tax'],
])('suggests a name for %j by %s: %s', (report, group, name) => {
  expect(savedName(report, group)).toBe(name);
});
