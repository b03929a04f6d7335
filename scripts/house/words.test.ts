import { expect, it } from 'vitest';
import { checkTree } from './house';
import { wordProblems } from './words';

const found = (path: string, text: string) =>
  wordProblems(path, [{ offset: 0, text }]).map(({ offset, problem }) => [
    offset,
    problem.wrong,
    problem.instead,
  ]);

it('names a refused word and what to write instead', () => {
  expect(found('src/app/a.ts', 'Ask Somebody to begin anew.')).toEqual([
    [4, 'the word "Somebody"', 'write: someone'],
    [22, 'the word "anew"', 'write: again'],
  ]);
});

it('names a refused phrase, also across the lines of a comment', () => {
  expect(found('src/app/a.ts', '/**\n * A room of its\n * own is no\n * door.\n */')).toEqual([
    [14, 'the word "of its own"', 'write: separate, or own before the noun'],
    [28, 'the word "is no"', 'write: is not a'],
  ]);
});

it.each([
  ['a word that only contains one', 'src/app/a.ts', 'The newsbody amends demandable texts.'],
  [
    'what is missing',
    'src/app/a.ts',
    '/**\n * There\n * is no line, and it is no longer outstanding.\n */',
  ],
  ['an exception', 'lab/a.ts', 'New entries go on top.'],
  ['a landed decision', 'docs/decisions/0001-a.md', 'Somebody asked.'],
  ['a migration', 'migrations/0001-a.sql', '-- nobody'],
])('accepts %s', (_what, path, text) => {
  expect(found(path, text)).toEqual([]);
});

it('reads comments, strings of several words, texts on screens and test names, at their lines', () => {
  const text = [
    '// Nobody reads it.',
    "it('asks somebody', () => {});",
    "const name = 'nobody';",
    'const shown = <p>For ever</p>;',
    'const nobodys = 1;',
  ].join('\n');
  const findings = checkTree(new Map([['src/app/Shown.test.tsx', text]]));
  expect(findings.map(({ line, wrong }) => [line, wrong])).toEqual([
    [1, 'the word "Nobody"'],
    [2, 'the word "somebody"'],
    [4, 'the word "For ever"'],
  ]);
});
