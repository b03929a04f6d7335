import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WINGS } from './places';

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

it('src/modules/README.md draws the wings and their modules in their order', () => {
  const text = readFileSync(join(root, 'src/modules/README.md'), 'utf8');
  const drawing = /```\n([^]*?)```/.exec(text)?.[1] ?? '';
  // Each line: a wing or nothing, its modules, what it is for.
  const drawn = drawing.split('\n').flatMap((line) => {
    const [wing = '', modules = ''] = line.split(/ {2,}/);
    return [wing, ...modules.split(' · ').map((each) => each.replace(' ·', ''))];
  });
  const listed = Object.entries(WINGS).flatMap(([wing, modules]) => [wing, ...modules]);
  expect(drawn.filter((word) => word !== '')).toEqual(listed);
});
