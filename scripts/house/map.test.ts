import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

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
