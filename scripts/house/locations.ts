import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The areas and their modules in stacking order, as src/modules/README.md draws them: each module imports only from those
 * before it.
 */
export const AREAS: Readonly<Record<string, readonly string[]>> = drawnAreas();

function drawnAreas(): Record<string, string[]> {
  const text = readFileSync(join(import.meta.dirname, '../../src/modules/README.md'), 'utf8');
  const drawing = /```\n([^]*?)```/.exec(text)?.[1] ?? '';
  const areas: Record<string, string[]> = {};
  let last: string[] = [];
  // Each line: a area or nothing, its modules, what it is for.
  for (const line of drawing.trimEnd().split('\n')) {
    const [area = '', modules = ''] = line.split(/ {2,}/);
    if (area !== '') last = areas[area] = [];
    last.push(
      ...modules
        .split('·')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    );
  }
  return areas;
}

export const MODULES: readonly string[] = Object.values(AREAS).flat();

/** `outside` is everything but `src`, `nowhere` is a path of `src` that fits no layer. */
export type Layer = 'app' | 'modules' | 'kit' | 'outside' | 'nowhere';

/** `root` runs on both sides; `wiring` is the app, which knows both. */
export type Side = 'root' | 'server' | 'screens' | 'wiring';

export interface FileLocation {
  path: string;
  name: string;
  layer: Layer;
  area: string | null;
  module: string | null;
  /** The folder between a kit side or a module and its files; null for files directly in it. */
  folder: string | null;
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
    layer: 'outside',
    area: null,
    module: null,
    folder: null,
    side: 'wiring',
    role: name.split('.').slice(1, -1).join('.'),
    isTest: /\.(test|spec)\.(ts|tsx|mjs)$/.test(name),
    isTooDeep: false,
  };
  if (parts[0] !== 'src') return location;
  const [, layer, top = '', ...folders] = parts.slice(0, -1);
  const [module, ...inside] = folders;
  if (layer === 'app')
    return { ...location, layer, side: /\.(tsx|css)$/.test(name) ? 'screens' : 'wiring' };
  if (layer === 'kit' && top !== '') return { ...location, layer, ...kitLocation(top, folders) };
  if (layer === 'modules' && module !== undefined)
    return { ...location, layer, area: top, module, ...moduleLocation(inside) };
  return { ...location, layer: 'nowhere' };
}

type Inside = Pick<FileLocation, 'folder' | 'side' | 'isTooDeep'>;

function kitLocation(top: string, [folder, ...deeper]: readonly string[]): Inside {
  return {
    side: KIT_SIDES[top] ?? 'wiring',
    folder: folder ?? null,
    isTooDeep: deeper.length > 0,
  };
}

function moduleLocation(folders: readonly string[]): Inside {
  const [first] = folders;
  const folder = first === undefined || isModuleSide(first) ? null : first;
  const [side, ...deeper] = folder === null ? folders : folders.slice(1);
  if (side === undefined) return { folder, side: 'root', isTooDeep: false };
  if (!isModuleSide(side)) return { folder, side: 'root', isTooDeep: true };
  return { folder, side, isTooDeep: deeper.length > 0 };
}

function isModuleSide(folder: string): folder is 'server' | 'screens' {
  return folder === 'server' || folder === 'screens';
}
