import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account, Binaries } from './embedded-binaries';
import { StartError } from '~/kit/server/errors';

export interface Cluster {
  dataDir: string;
  dir: string;
  logFile: string;
  binaries: Binaries;
  account: Account;
  /** Nothing in it has to survive a crash. */
  isThrownAway: boolean;
}

export interface ServerRecord {
  pid: number;
  socketDir: string;
  status: string;
}

export const PORT = 5432;
export const USER = 'app';
const SOCKET = `.s.PGSQL.${PORT}`;
const MAX_LOG_BYTES = 1024 * 1024;
// The smallest of the systems' limits for the path of a socket.
const MAX_SOCKET_PATH = 103;
const OWNER_MARK = 'cluster_name=crm-';

const SETTINGS = [
  'listen_addresses=',
  `port=${PORT}`,
  'max_connections=60',
  'shared_buffers=64MB',
  'max_wal_size=256MB',
  // A container's /dev/shm is too small for parallel workers.
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'max_logical_replication_workers=0',
  // By default, calls that wait for each other wait a second for it to be noticed.
  'deadlock_timeout=200ms',
  'timezone=UTC',
  'log_timezone=UTC',
  // Failed statements carry people's data; the product logs its own failures.
  'log_min_messages=log',
  'log_checkpoints=off',
];

const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'];

const THROWN_AWAY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'wal_init_zero=off',
  // Each test server has its pools.
  'max_connections=300',
  // While a test adds thousands of records in one transaction, it would count their tables as empty.
  'autovacuum=off',
];

/** PostgreSQL's own I/O workers cost more than they give here; versions before 18 have none, nor this setting. */
function settingsOf({ binaries, isThrownAway }: Cluster): string[] {
  const settings = [...SETTINGS, ...(isThrownAway ? THROWN_AWAY : DURABLE)];
  return binaries.major < 18 ? settings : [...settings, 'io_method=sync'];
}

export function readServerRecord(dir: string): ServerRecord | undefined {
  let text: string;
  try {
    text = readFileSync(join(dir, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() };
}

export function inspectServer(
  pid: number,
  dir: string,
): { kind: 'server' | 'foreign' | 'gone' | 'unknown'; owner?: number } {
  if (!existsSync('/proc/self/cmdline')) return { kind: 'unknown' };
  try {
    // Zombies have no arguments, and count as foreign.
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (args[args.indexOf('-D') + 1] !== dir && !worksIn(pid, dir)) return { kind: 'foreign' };
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    const mark = args.find((arg) => arg.startsWith(OWNER_MARK));
    const owned = mark !== undefined && Number(mark.slice(OWNER_MARK.length)) === parent;
    return owned ? { kind: 'server', owner: parent } : { kind: 'server' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: code === 'ENOENT' || code === 'ESRCH' ? 'gone' : 'unknown' };
  }
}

function worksIn(pid: number, dir: string): boolean {
  try {
    const cwd = statSync(`/proc/${pid}/cwd`);
    const folder = statSync(dir);
    return cwd.dev === folder.dev && cwd.ino === folder.ino;
  } catch {
    return false;
  }
}

/**
 * PostgreSQL does not start while the recorded pid belongs to any living process. It takes our own pid, its parent's,
 * for stale and still checks the rest of the record, so we write that.
 */
export function disownRecord(dir: string, record: ServerRecord): void {
  replacePid(join(dir, 'postmaster.pid'), record.pid);
  if (record.socketDir) replacePid(join(record.socketDir, `${SOCKET}.lock`), record.pid);
}

function replacePid(file: string, stalePid: number): void {
  const claimed = `${file}.${process.pid}`;
  try {
    // Renamed first: of two copies that start at once only one gets the file, and a server that has in the meantime written
    // a new record keeps it.
    renameSync(file, claimed);
    const [first, ...rest] = readFileSync(claimed, 'utf8').split('\n');
    if (Number(first) === stalePid) {
      writeFileSync(claimed, [String(process.pid), ...rest].join('\n'));
    }
    linkSync(claimed, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
  if (existsSync(claimed)) unlinkSync(claimed);
}

function prepareSocketDir({ dir, account }: Cluster): string {
  if (fits(dir)) return dir;
  const id = createHash('sha256').update(dir).digest('hex').slice(0, 12);
  const name = `crm-${process.getuid?.() ?? 0}-${id}`;
  const path = [join(tmpdir(), name), join('/tmp', name)].find(fits);
  if (!path) throw new StartError(`The path of the temporary folder is too long: ${tmpdir()}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const entry = lstatSync(path);
  const owners = [process.getuid?.(), account.owner?.uid, account.uid];
  if (!entry.isDirectory() || !owners.includes(entry.uid) || (entry.mode & 0o077) !== 0) {
    throw new StartError(`${path} belongs to another user. Remove it, or set TMPDIR.`);
  }
  if (account.owner) chownSync(path, account.owner.uid, account.owner.gid);
  return path;
}

function fits(dir: string): boolean {
  return Buffer.byteLength(join(dir, SOCKET)) <= MAX_SOCKET_PATH;
}

let deathSignal: boolean | undefined;

/** Wraps a command so that it ends when this process dies. */
export function guarded(account: Account, command: string[]): [string, string[]] {
  deathSignal ??=
    spawnSync('setpriv', ['--pdeathsig=INT', '--', 'true'], { stdio: 'ignore' }).status === 0;
  const guard = deathSignal ? ['setpriv', '--pdeathsig=INT', '--'] : [];
  // Changing the user clears the death signal, so the user is changed first; unshare does not clear it.
  const [program = '', ...args] =
    account.prefix[0] === 'setpriv'
      ? [...account.prefix, ...guard, ...command]
      : [...guard, ...account.prefix, ...command];
  return [program, args];
}

export function launchServer(cluster: Cluster): { child: ChildProcess; logStart: number } {
  const { binaries, account, dir } = cluster;
  const socketDir = `"${prepareSocketDir(cluster).replaceAll('"', '""')}"`;
  const settings = [...settingsOf(cluster), OWNER_MARK + process.pid].flatMap((setting) => [
    '-c',
    setting,
  ]);
  const command = [binaries.postgres, '-D', dir, '-k', socketDir, ...settings];
  const [program, args] = guarded(account, command);
  const log = openLog(cluster.logFile);
  const logStart = fstatSync(log).size;
  const { uid, gid } = account;
  const stdio: ['ignore', number, number] = ['ignore', log, log];
  // Detached, since a signal to our process group must not stop the database before us.
  const child = spawn(program, args, {
    cwd: '/',
    env: binaries.env,
    detached: true,
    stdio,
    uid,
    gid,
  });
  closeSync(log);
  child.on('error', () => undefined);
  child.unref();
  if (!deathSignal) watchParent(child);
  return { child, logStart };
}

/** On systems without a death signal, a small shell waits for our end of a pipe to close. */
function watchParent(server: ChildProcess): void {
  if (server.pid === undefined) return;
  const script = 'read -r line; kill -INT "$1"';
  const watcher = spawn('sh', ['-c', script, 'sh', String(server.pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  server.once('exit', () => watcher.kill('SIGKILL'));
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

export function readFatal(cluster: Cluster, logStart: number): string {
  const written = readFileSync(cluster.logFile).subarray(logStart).toString('utf8');
  const lines = written.trim().split('\n');
  const fatal = lines.findLast((line) => /(FATAL|PANIC): /.test(line)) ?? lines.at(-1) ?? '';
  return fatal.replace(/^.*?(FATAL|PANIC): +/, '');
}
