import { expect, it } from 'vitest';
import { subjectFindings } from './subjects';

it.each([
  ['1a2b invoices: check the due date', 0],
  ['1a2b docs, tests: name the new command', 0],
  ['1a2b Check the due date', 1],
  ['1a2b Invoices: check the due date', 1],
  ['1a2b invoices: Check the due date', 1],
  [`1a2b invoices: ${'check '.repeat(20)}`, 1],
  ['', 0],
])('finds in %j problems: %d', (log, count) => {
  expect(subjectFindings(log)).toHaveLength(count);
});
