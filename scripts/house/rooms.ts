/** The rooms of the kit by side; a kit folder that is not here does not exist. */
export const KIT_ROOMS: Readonly<Record<string, readonly string[]>> = {
  shared: ['fields', 'time', 'money', 'csv', 'filters', 'print'],
  server: ['http', 'database', 'lists', 'live', 'mail', 'jobs', 'files', 'postgres', 'testing'],
  ui: ['hooks', 'elements', 'data', 'dialog', 'form', 'grid', 'list', 'board', 'shell'],
};

/** Files directly on a side of the kit: the ground on which its rooms stand. */
export const KIT_GROUND: Readonly<Record<string, readonly string[]>> = {
  shared: ['access.ts', 'verdict.ts'],
  server: ['clock.ts', 'errors.ts'],
};

/** The rooms of those modules that have some; the others hold their files directly. */
export const MODULE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  users: ['sessions', 'account', 'administration'],
  products: ['catalogue', 'stock', 'imports'],
};
