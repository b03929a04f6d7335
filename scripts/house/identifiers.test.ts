import { expect, it } from 'vitest';
import { checkTree } from './house';
import { identifierProblems } from './identifiers';

const found = (code: string, path = 'src/kit/shared/a.ts') =>
  identifierProblems(path, code).map(({ offset, problem }) => [offset, problem.wrong]);

it('names a refused part of a name, with what to write instead', () => {
  expect(found('const answerOf = (kept) => keptAt;')).toEqual([
    [6, 'the name answerOf'],
    [18, 'the name kept'],
    [27, 'the name keptAt'],
  ]);
  expect(identifierProblems('src/a.ts', 'gate')[0]?.problem.instead).toBe('write: limiter');
});

it.each([
  ['a longer word', 'const placeholder = answered;'],
  ['a name of the wire', 'row.place_of_supply + row.known_devices'],
  ['a term of the field', 'rupeesInWords(placeOfSupplyOf(line))'],
])('accepts %s', (_what, code) => {
  expect(found(code)).toEqual([]);
});

it('reads code alone, and accepts what browsers have stored', () => {
  const text = "// A gate.\nconst title = 'gate';\nconst gate = 1;\n";
  const findings = checkTree(new Map([['scripts/a.ts', text]]));
  expect(findings.map(({ line, wrong }) => [line, wrong])).toEqual([[3, 'the name gate']]);
  expect(found('change.stuck', 'src/kit/ui/waiting/waiting-queue.ts')).toEqual([]);
});
