import { expect, it } from 'vitest';
import { commentBlocks, repeatedBlocks } from './figures';

it('counts lines of // that follow each other as one comment', () => {
  const text = '// one\n// and more of it\nconst a = 1;\n\n// two\n/** three */\nconst b = a;\n';
  expect(commentBlocks('x.ts', text)).toBe(3);
});

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
