import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where package.json lies: the bundler may put this file at any depth below. */
export const root = findRoot(import.meta.dirname);

export const migrations = path.join(root, 'migrations');

export const program = process.env['npm_package_version'] ?? '0';

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return findRoot(path.dirname(folder));
}
