import { expect, it } from 'vitest';
import { rangeProblem } from './range-problems';

const days = { kind: 'days', label: 'Due' } as const;
const numbers = { kind: 'numbers', label: 'Weight' } as const;
const named = { kind: 'choice', label: 'Date Range', takesDays: true } as const;
const daysText = (label: string) =>
  `The filter "${label}" must be a range of days, such as 2026-12-01..2026-12-31`;

it.each([
  [days, '2026-12-01..', null],
  [days, 'month', daysText('Due')],
  [numbers, '..', 'The filter "Weight" must be a range of numbers, such as 1..5'],
  [numbers, '5..1', null],
  [named, 'month', null],
  [named, '2026-12-01..2026-12-31', null],
  [named, '2026-12-01..', daysText('Date Range')],
  [{ kind: 'choice', label: 'Status' } as const, 'a..b', null],
])('%o by %j has the problem %j', (filter, value, problem) => {
  expect(rangeProblem(filter, value)).toBe(problem);
});
