import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
};

/** The packages that a file and the files it imports need. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  // Types are gone when it runs.
  const code = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const specifiers = [...code.matchAll(/(?:^import [^;]*?|\bimport\()'([^']+)'/gm)].map(
    ([, specifier = '']) => specifier,
  );
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('node:')) return [];
    if (specifier.startsWith('.'))
      return packagesOf(path.join(path.dirname(file), specifier), seen);
    return [
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    ];
  });
}

it.each(['scripts/start.mjs', 'scripts/build.mjs', 'vite.config.ts'])(
  '%s needs only packages that npm start installs',
  (file) => {
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(packagesOf(file)));
  },
);

it('finds the packages of the build', () => {
  expect(packagesOf('vite.config.ts')).toEqual(expect.arrayContaining(['vite', 'marked']));
});
