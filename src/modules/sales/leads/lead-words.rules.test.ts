import { expect, test } from 'vitest';
import { sourceNamed, statusNamed } from './lead-words.rules';

test.each([
  ['Attempted to Contact', 'contacted'],
  ['Not Qualified', 'lost'],
  ['constructor', null],
  ['to string', null],
  ['', null],
])('the status of "%s" is %s', (text, status) => {
  expect(statusNamed(text)).toBe(status);
});

test.each([
  ['Cold Call', 'cold_outreach'],
  ['constructor', null],
])('the source of "%s" is %s', (text, source) => {
  expect(sourceNamed(text)).toBe(source);
});
