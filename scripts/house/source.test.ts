import { describe, expect, it } from 'vitest';
import { resolveImport } from './imports';
import { lineAt, readSource } from './source';

function specifiers(path: string, text: string): string[] {
  return readSource(path, text).imports.map(({ specifier }) => specifier);
}

describe('reading imports', () => {
  it.each([
    ['a default', `import a from './a';`, ['./a']],
    ['effects only', `import './a.css';import"./b"`, ['./a.css', './b']],
    [
      'several lines with comments',
      `import {\n  a, // from './no'\n  type B,\n} /* x */ from\n  "./a";`,
      ['./a'],
    ],
    ['types', `import type { A } from './a';\nimport type B from './b';`, ['./a', './b']],
    [
      'everything under a name',
      `import * as a from './a';\nimport b, * as c from './b';`,
      ['./a', './b'],
    ],
    ['later', `const a = await import('./a'); type B = import("./b").B;`, ['./a', './b']],
    ['required', `const a = require('./a');`, ['./a']],
    [
      're-exports',
      `export * from './a';\nexport * as b from './b';\nexport type { C } from './c';`,
      ['./a', './b', './c'],
    ],
    [
      'no semicolons',
      `import a from './a'\nimport b from './b'\nexport const from = 'x'`,
      ['./a', './b'],
    ],
    ['not in comments', `// import './a'\n/* import './b' */`, []],
    ['not in strings', `const a = "import './a'"; const b = \`import './b'\`;`, []],
    [
      'not import.meta or methods',
      `import.meta.url; page.import('./a'); export const a = 'b';`,
      [],
    ],
  ])('%s', (_name, text, expected) => expect(specifiers('x.ts', text)).toEqual(expected));

  it.each([
    ['apostrophes in JSX text', `const a = <p>Don't</p>;\nimport b from './b';`],
    ['marks in JSX text', 'const a = <p>` // /* {"`"} </p>;\nimport b from "./b";'],
    [
      'text that looks like an import',
      `const a = <b>import c from './c'</b>;\nimport b from './b';`,
    ],
    ['a comment in a tag', "const a = <A /* > ' */ b>`</A>;\nimport b from './b';"],
    [
      'marks in attributes',
      `const a = <A b="{ > it's" c={d > e ? '{' : ''} />;\nimport b from './b';`,
    ],
    [
      'a self-closing tag with type arguments',
      `const a = <List<Row> rows={x} />;\nimport b from './b';`,
    ],
    ['a tag in a text', "const a = <p><b>c</b>`</p>;\nimport b from './b';"],
    ['a fragment that begins with a comma', "const a = <>, `</>;\nimport b from './b';"],
    [
      'nested tags and attributes',
      `return <A b={<i>'</i>} c="it's"><><B/>'</></A>;\nimport b from './b';`,
    ],
    ['type arguments on a tag', `const a = <List<Row> rows={x}>it's</List>;\nimport b from './b';`],
    [
      'generic arrows',
      `const a = <T,>(x: T) => x; type F = <T>(x: T) => void; const s = 'x';\nimport b from './b';`,
    ],
    ['comparisons', `if (a < b && c > d) x = 'y';\nimport b from './b';`],
    ['an arrow that gives a tag', `const A = () => <p>it's</p>;\nimport b from './b';`],
  ])('is not led astray by %s', (_name, text) =>
    expect(specifiers('x.tsx', text)).toEqual(['./b']),
  );

  it.each([
    ['regular expressions', "const a = /[/`]\\/`/g.test(b); import './b';"],
    ['a regular expression at the start', "/`/.test(a); import './b';"],
    ['a regular expression that is returned', "const a = () => { return /`/; }; import './b';"],
    ['division', "const a = b / 2; import './b';"],
    ['division after counting up', "const a = b++ / 2; import './b';"],
    ['an object in a template', "const a = `${{ b: 1 }.b} import './c'`; import './b';"],
    ['templates in templates', "const a = `x ${b ? `'${'}'}` : ''} import './c'`; import './b';"],
    ['escaped quotes', "const a = 'it\\'s'; import './b';"],
    ['a hashbang', "#!/usr/bin/env `\nimport './b';"],
  ])('is not led astray by %s', (_name, text) => expect(specifiers('x.ts', text)).toEqual(['./b']));
});

describe('scanning', () => {
  it('keeps every offset and line', () => {
    const text = "a;\n/* b\n c */ 'd\\n' `e\n${f}`;\ng();";
    const { code, comments } = readSource('x.ts', text);
    expect(code).toHaveLength(text.length);
    expect(lineAt(text, code.indexOf('g'))).toBe(5);
    expect(code.indexOf('f')).toBe(text.indexOf('f'));
    expect(comments).toEqual([{ start: 3, text: '/* b\n c */' }]);
  });
});

describe('following imports', () => {
  const tree = new Map(
    ['src/a/b.ts', 'src/a/C.tsx', 'src/d.mjs', 'src/a/x.css'].map((path) => [path, '']),
  );
  it.each([
    ['./b', { kind: 'file', path: 'src/a/b.ts' }],
    ['./b.js', { kind: 'file', path: 'src/a/b.ts' }],
    ['../a/C', { kind: 'file', path: 'src/a/C.tsx' }],
    ['~/d', { kind: 'file', path: 'src/d.mjs' }],
    ['./x.css?inline', { kind: 'file', path: 'src/a/x.css' }],
    ['~/nothing', { kind: 'missing', path: 'src/nothing' }],
    ['@mantine/core/styles.css', { kind: 'package', name: '@mantine/core' }],
    ['zod/v4', { kind: 'package', name: 'zod' }],
    ['node:fs/promises', { kind: 'package', name: 'node:fs/promises' }],
  ])('%s', (specifier, target) =>
    expect(resolveImport('src/a/b.ts', specifier, tree)).toEqual(target),
  );
});
