import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AREAS } from './locations';
import { foldersOn } from './folders';

const root = join(import.meta.dirname, '../..');

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names only what is there', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(/`((?:src|scripts|docs|e2e|migrations)\/[\w./-]+)`/g)];
  const missing = named
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(root, path)));
  expect(named.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

it('src/modules/README.md draws every module, and no other', () => {
  const drawn = Object.entries(AREAS).flatMap(([area, modules]) =>
    modules.map((module) => `src/modules/${area}/${module}`),
  );
  expect(drawn.length).toBeGreaterThan(0);
  const areas = join(root, 'src/modules');
  const folders = readdirSync(areas, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .flatMap((area) =>
      readdirSync(join(areas, area.name), { withFileTypes: true })
        .filter((each) => each.isDirectory())
        .map((each) => `src/modules/${area.name}/${each.name}`),
    );
  expect(drawn.toSorted()).toEqual(folders.toSorted());
});

it.each(['shared', 'server', 'ui'] as const)(
  'src/kit/README.md lists every folder of %s, and no other',
  (side) => {
    const folders = readdirSync(join(root, 'src/kit', side), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => name);
    expect(
      foldersOn(side)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(folders.toSorted());
  },
);

it('every public file that src/kit/README.md names is there', () => {
  const publicFiles = (['shared', 'server', 'ui'] as const).flatMap((side) =>
    foldersOn(side).flatMap(({ name, publicFiles: files }) =>
      files === 'all' ? [] : files.map((file) => `src/kit/${side}/${name}/${file}`),
    ),
  );
  expect(publicFiles.length).toBeGreaterThan(50);
  expect(publicFiles.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
