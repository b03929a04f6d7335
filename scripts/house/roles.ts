import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const text = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');
const ROLES = [...text.matchAll(/^\| `([a-z.]+)` \| (root|server)(, tested)? \|/gm)];

/** The roles of files in a folder of a module, as the table of CONTRIBUTING.md lists them; `tested`: those with a test. */
export function rolesOf(folder: 'root' | 'server', only?: 'tested'): string[] {
  return ROLES.filter(([, , where, tested]) => where === folder && (!only || tested)).map(
    ([, role = '']) => role,
  );
}
