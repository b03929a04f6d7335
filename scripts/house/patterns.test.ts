import { expect, it } from 'vitest';
import { patternsIn } from './patterns';

it('finds each regular expression of a file, and those that are computed', () => {
  const text = `const a = /x+$/gi;
    const b = new RegExp('[a]', 'u'), c = RegExp('y');
    const d = new RegExp(name), e = new RegExp(\`\${name}\`), f = new RegExp('z', flags);
    const g = 'no /x+$/', h = 4 / 2 / 1; // neither /y+$/`;
  const patterns = patternsIn('src/a.ts', text);
  const literals = patterns.filter(({ source }) => source !== null);
  expect(literals.map(({ source, flags }) => `/${source}/${flags}`)).toEqual([
    '/x+$/gi',
    '/[a]/u',
    '/y/',
  ]);
  const computed = patterns.filter(({ source }) => source === null);
  expect(computed.map(({ offset }) => text.slice(offset).split(/[;,]/)[0])).toEqual([
    'new RegExp(name)',
    'new RegExp(`${name}`)',
    "new RegExp('z'",
  ]);
});
