import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Folder {
  name: string;
  /** The files that others may import; `all` where each file is its own part. */
  publicFiles: readonly string[] | 'all';
}

export type KitSide = 'shared' | 'server' | 'ui';

const text = readFileSync(join(import.meta.dirname, '../../src/kit/README.md'), 'utf8');
const ROWS = [...text.matchAll(/^\| (shared|server|ui) \| ([a-z]*) \| (.+) \|$/gm)];

/** As a row of src/kit/README.md lists them; files next to the folders have a row without a name. */
function foldersOf(side: KitSide): Folder[] {
  return ROWS.filter(([, rowSide]) => rowSide === side).map(
    ([, , name = '', publicFiles = '']) => ({
      name,
      publicFiles:
        publicFiles === 'all'
          ? publicFiles
          : [...publicFiles.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    }),
  );
}

const ALL = { shared: foldersOf('shared'), server: foldersOf('server'), ui: foldersOf('ui') };

/** The folders of a side of the kit in stacking order: each imports only from those before it. */
export function foldersOn(side: KitSide): Folder[] {
  return ALL[side].filter(({ name }) => name !== '');
}

/** Whether a file next to the folders of a side is one that all may use. */
export function isOpen(side: KitSide, file: string): boolean {
  return ALL[side].some(({ name, publicFiles }) => name === '' && publicFiles.includes(file));
}

export function isKitSide(folder: string): folder is KitSide {
  return folder in ALL;
}

export const MODULE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  users: ['sessions', 'factors', 'providers', 'account', 'roles', 'administration'],
  products: ['catalogue', 'locations', 'lots', 'stock', 'imports'],
  documents: ['lines', 'taxes', 'findings', 'print'],
};
