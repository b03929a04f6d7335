import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crm-lint-'));
  for (const name of ['.oxlintrc.json', 'tsconfig.json'])
    await copyFile(join(ROOT, name), join(folder, name));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the linter with this repository's rules says about these files, as `file:line rule`. */
async function lint(files: Record<string, string>): Promise<string[]> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const oxlint = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const child = spawn(process.execPath, [oxlint, '--format', 'unix', ...Object.keys(files)], {
    cwd: folder,
  });
  const [reported] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return [...reported.matchAll(/^(\S+?:\d+):\d+: .* \[\w+\/(.+)\]$/gm)].map(
    ([, location, rule]) => `${location} ${rule}`,
  );
}

describe('the linter', () => {
  it('refuses a cycle of imports, also of types alone and through ~/', async () => {
    const reported = await lint({
      'src/kit/shared/csv.ts': `import './money';\n`,
      'src/kit/shared/money.ts': `import type { A } from './days';\nexport const a: A = 1;\n`,
      'src/kit/shared/days.ts': `\nexport type A = number;\nexport { b } from './fields';\n`,
      'src/kit/shared/fields.ts': `import type { a } from '~/kit/shared/money';\nexport const b: typeof a = 2;\n`,
      'scripts/one.mjs': `import './one.mjs';\n`,
    });
    expect(reported.filter((line) => line.endsWith('(no-cycle)')).sort()).toEqual([
      'scripts/one.mjs:1 import(no-cycle)',
      'src/kit/shared/days.ts:3 import(no-cycle)',
      'src/kit/shared/fields.ts:1 import(no-cycle)',
      'src/kit/shared/money.ts:1 import(no-cycle)',
    ]);
  });

  it('refuses imports whose path is computed, which no rule of the house could follow', async () => {
    const reported = await lint({
      'src/app/later.ts':
        "export const a = (name: string) => import(`./${name}`);\nexport const b = import('./a');\n",
    });
    expect(reported.filter((line) => line.endsWith('(no-dynamic-require)'))).toEqual([
      'src/app/later.ts:1 import(no-dynamic-require)',
    ]);
  });

  it('refuses any in every position of a type', async () => {
    const reported = await lint({
      'src/kit/shared/any.ts':
        'export let a: any;\nexport const b = a as any;\nexport const c: any[] = [];\n' +
        'export type D = Map<string, any>;\nexport type E = Promise<any>;\n',
      'src/kit/shared/anyone.ts': `type anyone = 1;\nexport const f: anyone = 1; // takes: any lead\n`,
    });
    expect(reported.filter((line) => line.endsWith('(no-explicit-any)')).sort()).toEqual(
      [1, 2, 3, 4, 5].map((line) => `src/kit/shared/any.ts:${line} typescript(no-explicit-any)`),
    );
  });
});
