/** The business modules in stacking order: each may import only from those before it. */
export const MODULES: readonly string[] = [
  'settings',
  'users',
  'workspaces',
  'invitations',
  'services',
  'products',
  'customers',
  'leads',
  'orders',
  'invoices',
  'payments',
  'billing',
  'activity',
  'notifications',
  'privacy',
  'search',
  'dashboard',
];

/** Where a file lies: the floor; `outside` is everything that is not `src`, `nowhere` is `src` off the floors. */
export type Floor = 'app' | 'modules' | 'kit' | 'outside' | 'nowhere';

/** Where a file runs: `root` on both sides, `wiring` is the app, which knows both. */
export type Side = 'root' | 'server' | 'screens' | 'wiring';

/** What a file's path says about it. */
export interface Place {
  path: string;
  name: string;
  floor: Floor;
  module: string | null;
  side: Side;
  /** The words between the noun and the extension: `service`, `api.test`; empty for `Board.tsx`. */
  role: string;
  isTest: boolean;
}

const KIT_SIDES: Readonly<Record<string, Side>> = {
  shared: 'root',
  server: 'server',
  ui: 'screens',
};

/** Reads a path (with `/`) of the repository. */
export function placeOf(path: string): Place {
  const parts = path.split('/');
  const name = parts.at(-1) ?? path;
  const place: Place = {
    path,
    name,
    floor: 'outside',
    module: null,
    side: 'wiring',
    role: name.split('.').slice(1, -1).join('.'),
    isTest: /\.(test|spec)\.(ts|tsx|mjs)$/.test(name),
  };
  if (parts[0] !== 'src') return place;
  const [, floor, folder = '', inner = ''] = parts;
  if (floor === 'app')
    return { ...place, floor, side: /\.(tsx|css)$/.test(name) ? 'screens' : 'wiring' };
  if (floor === 'kit' && parts.length > 3)
    return { ...place, floor, side: KIT_SIDES[folder] ?? 'wiring' };
  if (floor === 'modules' && parts.length > 3) {
    const side = parts.length > 4 && (inner === 'server' || inner === 'screens') ? inner : 'root';
    return { ...place, floor, module: folder, side };
  }
  return { ...place, floor: 'nowhere' };
}
