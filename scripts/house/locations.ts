import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The wings and their modules in stacking order, as src/modules/README.md draws them: each module imports only from those
 * before it.
 */
export const WINGS: Readonly<Record<string, readonly string[]>> = drawnWings();

function drawnWings(): Record<string, string[]> {
  const text = readFileSync(join(import.meta.dirname, '../../src/modules/README.md'), 'utf8');
  const drawing = /```\n([^]*?)```/.exec(text)?.[1] ?? '';
  const wings: Record<string, string[]> = {};
  let last: string[] = [];
  // Each line: a wing or nothing, its modules, what it is for.
  for (const line of drawing.trimEnd().split('\n')) {
    const [wing = '', modules = ''] = line.split(/ {2,}/);
    if (wing !== '') last = wings[wing] = [];
    last.push(
      ...modules
        .split('·')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    );
  }
  return wings;
}

export const MODULES: readonly string[] = Object.values(WINGS).flat();

/** `outside` is everything but `src`, `nowhere` is a path of `src` that fits no floor. */
export type Floor = 'app' | 'modules' | 'kit' | 'outside' | 'nowhere';

/** `root` runs on both sides; `wiring` is the app, which knows both. */
export type Side = 'root' | 'server' | 'screens' | 'wiring';

export interface FileLocation {
  path: string;
  name: string;
  floor: Floor;
  wing: string | null;
  module: string | null;
  /** The folder between a kit side or a module and its files; null for files directly in it. */
  room: string | null;
  side: Side;
  /** The words between the noun and the extension: `service`, `api.test`; empty for `Board.tsx`. */
  role: string;
  isTest: boolean;
  isTooDeep: boolean;
}

const KIT_SIDES: Readonly<Record<string, Side>> = {
  shared: 'root',
  server: 'server',
  ui: 'screens',
};

export function locationOf(path: string): FileLocation {
  const parts = path.split('/');
  const name = parts.at(-1) ?? path;
  const location: FileLocation = {
    path,
    name,
    floor: 'outside',
    wing: null,
    module: null,
    room: null,
    side: 'wiring',
    role: name.split('.').slice(1, -1).join('.'),
    isTest: /\.(test|spec)\.(ts|tsx|mjs)$/.test(name),
    isTooDeep: false,
  };
  if (parts[0] !== 'src') return location;
  const [, floor, top = '', ...folders] = parts.slice(0, -1);
  const [module, ...inside] = folders;
  if (floor === 'app')
    return { ...location, floor, side: /\.(tsx|css)$/.test(name) ? 'screens' : 'wiring' };
  if (floor === 'kit' && top !== '') return { ...location, floor, ...kitLocation(top, folders) };
  if (floor === 'modules' && module !== undefined)
    return { ...location, floor, wing: top, module, ...moduleLocation(inside) };
  return { ...location, floor: 'nowhere' };
}

type Inside = Pick<FileLocation, 'room' | 'side' | 'isTooDeep'>;

function kitLocation(top: string, [room, ...deeper]: readonly string[]): Inside {
  return {
    side: KIT_SIDES[top] ?? 'wiring',
    room: room ?? null,
    isTooDeep: deeper.length > 0,
  };
}

function moduleLocation(folders: readonly string[]): Inside {
  const [first] = folders;
  const room = first === undefined || isModuleSide(first) ? null : first;
  const [side, ...deeper] = room === null ? folders : folders.slice(1);
  if (side === undefined) return { room, side: 'root', isTooDeep: false };
  if (!isModuleSide(side)) return { room, side: 'root', isTooDeep: true };
  return { room, side, isTooDeep: deeper.length > 0 };
}

function isModuleSide(folder: string): folder is 'server' | 'screens' {
  return folder === 'server' || folder === 'screens';
}
