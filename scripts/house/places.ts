/** The business modules in stacking order: each may import only from those before it. */
export const MODULES: readonly string[] = [
  'company',
  'users',
  'workspaces',
  'records',
  'duplicates',
  'batches',
  'invitations',
  'views',
  'tax',
  'services',
  'products',
  'documents',
  'customers',
  'leads',
  'orders',
  'invoices',
  'payments',
  'advances',
  'credit-notes',
  'filings',
  'returns',
  'notes',
  'attachments',
  'next-steps',
  'timeline',
  'billing',
  'activity',
  'notifications',
  'maintenance',
  'privacy',
  'search',
  'my-day',
  'dashboard',
];

/** `outside` is everything but `src`, `nowhere` is a path of `src` that fits no floor. */
export type Floor = 'app' | 'modules' | 'kit' | 'outside' | 'nowhere';

/** `root` runs on both sides; `wiring` is the app, which knows both. */
export type Side = 'root' | 'server' | 'screens' | 'wiring';

export interface Place {
  path: string;
  name: string;
  floor: Floor;
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

export function placeOf(path: string): Place {
  const parts = path.split('/');
  const name = parts.at(-1) ?? path;
  const place: Place = {
    path,
    name,
    floor: 'outside',
    module: null,
    room: null,
    side: 'wiring',
    role: name.split('.').slice(1, -1).join('.'),
    isTest: /\.(test|spec)\.(ts|tsx|mjs)$/.test(name),
    isTooDeep: false,
  };
  if (parts[0] !== 'src') return place;
  const [, floor, top = '', ...folders] = parts.slice(0, -1);
  if (floor === 'app')
    return { ...place, floor, side: /\.(tsx|css)$/.test(name) ? 'screens' : 'wiring' };
  if (floor === 'kit' && top !== '') return { ...place, floor, ...kitPlace(top, folders) };
  if (floor === 'modules' && top !== '')
    return { ...place, floor, module: top, ...modulePlace(folders) };
  return { ...place, floor: 'nowhere' };
}

type Inside = Pick<Place, 'room' | 'side' | 'isTooDeep'>;

function kitPlace(top: string, [room, ...deeper]: readonly string[]): Inside {
  return {
    side: KIT_SIDES[top] ?? 'wiring',
    room: room ?? null,
    isTooDeep: deeper.length > 0,
  };
}

function modulePlace(folders: readonly string[]): Inside {
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
