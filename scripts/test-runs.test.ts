import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from './children.mjs';
import { endUsersOf } from './test-runs.mjs';

const program = process.execPath;
const endless = 'setInterval(() => {}, 1000)';

it('ends what a run left behind: by its environment, by its command line, also in another group', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crm-left-'));
  const environment = { ...process.env, TMPDIR: folder };
  const left = [
    spawn(program, ['-e', endless], { env: environment, detached: true, stdio: 'ignore' }),
    spawn(program, ['-e', endless, folder], { stdio: 'ignore' }),
  ];
  const other = spawn(program, ['-e', endless], { stdio: 'ignore' });
  const ends = left.map((child) => once(child, 'exit'));
  await Promise.all([...left, other].map((child) => once(child, 'spawn')));
  endUsersOf(folder);
  await Promise.all(ends);
  expect(other.exitCode ?? other.signalCode).toBeNull();
  other.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

it('a command ends with what it started', async () => {
  const script = `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(endless)}],
    { stdio: 'ignore' });
    require('node:fs').writeFileSync(process.argv[1], String(child.pid));
    process.exit(3);`;
  const folder = mkdtempSync(join(tmpdir(), 'crm-left-'));
  const file = join(folder, 'pid');
  expect(await run(program, ['-e', script, file], { cwd: folder, quiet: true })).toBe(3);
  expect(() => process.kill(Number(readFileSync(file, 'utf8')), 0)).toThrow('ESRCH');
  rmSync(folder, { recursive: true });
});
