import { expect, it } from 'vitest';
import { periodProblem, periodText, reportText } from './reports.rules';

it.each([
  [1234.5, 'money', '₹1,234.50'],
  [1234, 'count', '1,234'],
  [2.5, 'quantity', '2.5'],
  ['2026-11', 'month', 'November 2026'],
  ['Bolt', 'text', 'Bolt'],
  [null, 'money', ''],
] as const)('writes %s as %s: %s', (value, kind, text) => {
  expect(reportText(value, { kind })).toBe(text);
});

it('refuses a period that ends before it starts', () => {
  expect(periodProblem({ from: '2026-11-02', to: '2026-11-01' })).toMatch(/cannot be after/);
  expect(periodProblem({ from: '2026-11-01', to: '2026-11-01' })).toBeNull();
});

it('names a day or a period', () => {
  expect(periodText({ from: '2026-11-01', to: '2026-11-01' })).toMatch(/^As of /);
  expect(periodText({ from: '2026-04-01', to: '2026-11-01' })).toMatch(/ to /);
});
