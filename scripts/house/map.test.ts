import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WINGS } from './locations';
import { roomsOn } from './rooms';

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
  const drawn = Object.entries(WINGS).flatMap(([wing, modules]) =>
    modules.map((module) => `src/modules/${wing}/${module}`),
  );
  expect(drawn.length).toBeGreaterThan(0);
  const wings = join(root, 'src/modules');
  const folders = readdirSync(wings, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .flatMap((wing) =>
      readdirSync(join(wings, wing.name), { withFileTypes: true })
        .filter((each) => each.isDirectory())
        .map((each) => `src/modules/${wing.name}/${each.name}`),
    );
  expect(drawn.toSorted()).toEqual(folders.toSorted());
});

it.each(['shared', 'server', 'ui'] as const)(
  'src/kit/README.md lists every room of %s, and no other',
  (side) => {
    const folders = readdirSync(join(root, 'src/kit', side), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => name);
    expect(
      roomsOn(side)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(folders.toSorted());
  },
);

it('every door that src/kit/README.md names is there', () => {
  const doors = (['shared', 'server', 'ui'] as const).flatMap((side) =>
    roomsOn(side).flatMap(({ name, doors: files }) =>
      files === 'all' ? [] : files.map((file) => `src/kit/${side}/${name}/${file}`),
    ),
  );
  expect(doors.length).toBeGreaterThan(50);
  expect(doors.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
