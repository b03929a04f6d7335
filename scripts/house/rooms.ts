import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Room {
  name: string;
  /** The files that others may import; `all` where each file is its own part. */
  doors: readonly string[] | 'all';
}

export type KitSide = 'shared' | 'server' | 'ui';

const text = readFileSync(join(import.meta.dirname, '../../src/kit/README.md'), 'utf8');
const ROWS = [...text.matchAll(/^\| (shared|server|ui) \| ([a-z]*) \| (.+) \|$/gm)];

/** As a row of src/kit/README.md lists them; files next to the rooms have a row without a name. */
function roomsOf(side: KitSide): Room[] {
  return ROWS.filter(([, rowSide]) => rowSide === side).map(([, , name = '', doors = '']) => ({
    name,
    doors: doors === 'all' ? doors : [...doors.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }));
}

const ALL = { shared: roomsOf('shared'), server: roomsOf('server'), ui: roomsOf('ui') };

/** The rooms of a side of the kit in stacking order: each imports only from those before it. */
export function roomsOn(side: KitSide): Room[] {
  return ALL[side].filter(({ name }) => name !== '');
}

/** Whether a file next to the rooms of a side is one that all may use. */
export function isGround(side: KitSide, file: string): boolean {
  return ALL[side].some(({ name, doors }) => name === '' && doors.includes(file));
}

export function isKitSide(folder: string): folder is KitSide {
  return folder in ALL;
}

export const MODULE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  users: ['sessions', 'factors', 'providers', 'account', 'roles', 'administration'],
  products: ['catalogue', 'locations', 'lots', 'stock', 'imports'],
  documents: ['lines', 'taxes', 'findings', 'print'],
};
