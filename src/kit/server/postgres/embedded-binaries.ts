import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { StartError } from '~/kit/server/errors';

export interface Binaries {
  /** PostgreSQL's major version; only a cluster of the same one is read. */
  major: number;
  initdb: string;
  postgres: string;
  env: NodeJS.ProcessEnv;
}

export interface Account {
  prefix: string[];
  uid?: number;
  gid?: number;
  /** Who must own the cluster; unset for an ordinary user, who owns the files already. */
  owner?: { uid: number; gid: number };
}

const program = 'embedded-postgres';
const UNPRIVILEGED_ID = 65534;
const AS_UNPRIVILEGED = [
  'unshare',
  '-U',
  `--map-user=${UNPRIVILEGED_ID}`,
  `--map-group=${UNPRIVILEGED_ID}`,
  '--',
];

/**
 * Finds PostgreSQL's programs in the installed packages and makes the library links that the
 * package's install script would have made. `spareDir` takes them when the package is read-only.
 * Those of an `earlier` major version lie in its own package (docs/product/backups.md#upgrades).
 */
export function findBinaries(spareDir: string, earlier?: number): Binaries {
  const native = findNativeDir(earlier === undefined ? program : `${program}-${earlier}`);
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  if (!linkLibraries(native)) {
    env['LD_LIBRARY_PATH'] = `${linkLibrariesInSpare(native, spareDir)}:${join(native, 'lib')}`;
  }
  const [initdb, postgres] = [join(native, 'bin', 'initdb'), join(native, 'bin', 'postgres')];
  return { major: majorOf(native), initdb, postgres, env };
}

/** The package has the version of the PostgreSQL in it. */
function majorOf(native: string): number {
  const text = readFileSync(join(native, '..', 'package.json'), 'utf8');
  return Number.parseInt((JSON.parse(text) as { version: string }).version, 10);
}

function findNativeDir(owning: string): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const owner = createRequire(require.resolve(owning));
    return resolve(dirname(owner.resolve(name)), '..', 'native');
  } catch {
    throw new StartError(
      `The embedded database has no package ${name}: install again with "npm ci", or set DATABASE_URL.`,
    );
  }
}

interface LibraryLink {
  source: string;
  target: string;
}

function readLibraryLinks(native: string): LibraryLink[] {
  const file = join(native, 'pg-symlinks.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LibraryLink[]) : [];
}

function linkLibraries(native: string): boolean {
  const root = dirname(native);
  for (const { source, target } of readLibraryLinks(native)) {
    if (existsSync(join(root, target))) continue;
    try {
      symlinkSync(basename(source), join(root, target));
    } catch {
      if (!existsSync(join(root, target))) return false;
    }
  }
  return true;
}

function linkLibrariesInSpare(native: string, spareDir: string): string {
  mkdirSync(spareDir, { recursive: true, mode: 0o755 });
  for (const { source, target } of readLibraryLinks(native)) {
    const link = join(spareDir, basename(target));
    const file = join(dirname(native), source);
    if (lstatSync(link, { throwIfNoEntry: false })) {
      if (readlinkSync(link) === file) continue;
      rmSync(link);
    }
    symlinkSync(file, link);
  }
  return spareDir;
}

/** Chooses the first account that can reach both the programs and the data folder. */
export function chooseAccount(binaries: Binaries, dataDir: string): Account {
  const failures: string[] = [];
  for (const account of accounts(dataDir)) {
    const failure = tryAccount(account, binaries, dataDir);
    if (failure === undefined) return account;
    failures.push(failure);
  }
  throw new StartError(
    `PostgreSQL cannot run from ${dirname(binaries.postgres)} on the data folder ${dataDir}: ` +
      (failures.at(-1) || 'unknown cause'),
  );
}

function accounts(dataDir: string): Account[] {
  if (process.getuid?.() === 0) return accountsForRoot(dataDir);
  // PostgreSQL wants an account with a name, which a container's user may not have.
  return hasName() ? [{ prefix: [] }] : [{ prefix: AS_UNPRIVILEGED }, { prefix: [] }];
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function accountsForRoot(dataDir: string): Account[] {
  const cluster = statSync(join(dataDir, 'pg'), { throwIfNoEntry: false });
  const unprivileged = { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
  // A cluster of an ordinary user, from an earlier start, keeps its owner.
  const former =
    cluster && cluster.uid !== 0 && cluster.uid !== UNPRIVILEGED_ID
      ? [{ uid: cluster.uid, gid: cluster.gid }]
      : [];
  // Containers forbid unshare to root but leave it this one capability.
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const setpriv = [
    'setpriv',
    `--reuid=${UNPRIVILEGED_ID}`,
    `--regid=${UNPRIVILEGED_ID}`,
    '--clear-groups',
  ];
  return [
    ...former.map((owner) => ({ prefix: [], ...owner, owner })),
    { prefix: [], ...unprivileged, owner: unprivileged },
    { prefix: AS_UNPRIVILEGED, owner: { uid: 0, gid: 0 } },
    { prefix: [...setpriv, ...capability, '--'], owner: unprivileged },
  ];
}

function tryAccount(account: Account, binaries: Binaries, dataDir: string): string | undefined {
  const script = 'cd "$1" && exec "$2" --version';
  const shell = ['sh', '-c', script, 'sh', dataDir, binaries.postgres];
  const [program = '', ...args] = [...account.prefix, ...shell];
  const { uid, gid } = account;
  const result = spawnSync(program, args, {
    cwd: '/',
    env: binaries.env,
    encoding: 'utf8',
    uid,
    gid,
  });
  if (result.status === 0) return undefined;
  return result.error?.message ?? result.stderr.trim().split('\n').at(-1) ?? '';
}

export function giveTo(owner: { uid: number; gid: number }, path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry) return;
  if (entry.isDirectory()) {
    for (const name of readdirSync(path)) giveTo(owner, join(path, name));
  }
  if (entry.uid === owner.uid && entry.gid === owner.gid) return;
  try {
    lchownSync(path, owner.uid, owner.gid);
  } catch (error) {
    // Another copy's server may remove its temporary files in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
