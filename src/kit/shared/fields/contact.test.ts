import { expect, it } from 'vitest';
import { withScheme } from './contact';

it.each([
  ['foo.example', 'https://foo.example'],
  ['//foo.example', 'https://foo.example'],
  ['\\\\foo.example/a', 'https://foo.example/a'],
  ['http://foo.example', 'http://foo.example'],
  ['HTTPS://foo.example', 'HTTPS://foo.example'],
])('stores the website %s as %s', (typed, stored) => {
  expect(withScheme(typed)).toBe(stored);
});
