import { expect, it } from 'vitest';
import { repeatedBlocks, shortFilesWithOneReader } from './figures';

const six = ['a();', 'b();', 'c();', 'd();', 'e();', 'f();'].join('\n');

it.each([
  [six, 1],
  [`import { a } from './a';\n${six}`, 1],
  [`${six}\ng();`, 1],
  [six.replace('f()', 'g()'), 0],
])('counts a repeated run of six lines once: %s', (other, count) => {
  expect(
    repeatedBlocks(
      new Map([
        ['one.ts', six],
        ['other.ts', other],
      ]),
    ),
  ).toBe(count);
});

it.each([
  ['by its path', { 'src/a.ts': `import { b } from '~/b';` }, 1],
  ['from its folder', { 'src/a.ts': `export { b } from './b';` }, 1],
  [
    'twice by one file',
    { 'src/a.ts': `import { b } from './b';\nimport type { B } from './b';` },
    1,
  ],
  ['by two files', { 'src/a.ts': `import './b';`, 'src/c.ts': `import './b';` }, 0],
  ['later', { 'src/a.ts': `export const later = () => import('./b');` }, 0],
  ['by the record of a module', { 'src/a.module.ts': `import './b';` }, 0],
  ['by no file', { 'src/a.ts': '' }, 0],
])('counts a short file that is imported %s', (_, readers: Record<string, string>, count) => {
  const files = { ...readers, 'src/b.ts': 'export const b = 1;\n'.repeat(40) };
  expect(shortFilesWithOneReader(new Map(Object.entries(files)))).toBe(count);
});

it('counts no file of more than 40 lines', () => {
  const files = { 'src/a.ts': `import './b';`, 'src/b.ts': 'b();\n'.repeat(41) };
  expect(shortFilesWithOneReader(new Map(Object.entries(files)))).toBe(0);
});
