import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { chooseAccount, findBinaries } from './embedded-binaries';
import { type Cluster, guarded, USER } from './embedded-process';
import { StartError } from '~/kit/server/errors';

export interface ClusterChoice {
  dataDir: string;
  folder?: string | undefined;
  earlier?: number | undefined;
  /** A database of tests, which is removed after them: not written so that it survives a crash. */
  isThrownAway?: boolean;
}

export function prepareCluster(choice: ClusterChoice): Cluster {
  const { dataDir: dataDirOption, folder = 'pg', earlier, isThrownAway = false } = choice;
  try {
    // Root's server runs as another user, who has to pass through this folder.
    const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
    mkdirSync(resolve(dataDirOption), { recursive: true, mode });
    const dataDir = realpathSync(dataDirOption);
    const dir = join(dataDir, folder);
    const uid = statSync(dir, { throwIfNoEntry: false })?.uid;
    const me = process.getuid?.();
    if (uid !== undefined && me !== undefined && me !== 0 && uid !== me) {
      throw new StartError(`The data folder ${dir} belongs to another user (uid ${uid}).`);
    }
    const spareDir = join(dataDir, earlier === undefined ? 'pg-lib' : `pg-lib-${earlier}`);
    const binaries = findBinaries(spareDir, earlier);
    const account = chooseAccount(binaries, dataDir);
    return { dataDir, dir, logFile: join(dataDir, 'pg.log'), binaries, account, isThrownAway };
  } catch (error) {
    throw asStartError(error, `DATA_DIR: the folder ${dataDirOption} cannot be used`);
  }
}

export function asStartError(error: unknown, what: string): StartError {
  if (error instanceof StartError) return error;
  return new StartError(`${what}: ${error instanceof Error ? error.message : String(error)}`);
}

const underConstruction = new Set<string>();

/** The major version of PostgreSQL that wrote the cluster in this folder; null where there is none. */
export function readMajor(dir: string): number | null {
  const file = join(dir, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

/** Creates the cluster when there is none; removes what a killed start left half-made. */
export async function createCluster(cluster: Cluster, log: (line: string) => void): Promise<void> {
  const { dataDir, dir, binaries, account } = cluster;
  clearHalfCreated(dataDir);
  const major = readMajor(dir);
  if (major !== null && major !== binaries.major) {
    throw new StartError(
      `The database in ${dataDir} uses PostgreSQL ${major}; this version needs ${binaries.major}. npm start upgrades it.`,
    );
  }
  if (major !== null) return;
  log('Creating the embedded database (first start only).');
  const half = join(dataDir, `pg.new-${process.pid}-${underConstruction.size}`);
  underConstruction.add(half);
  try {
    mkdirSync(half, { mode: 0o700 });
    chmodSync(half, 0o700);
    if (account.owner) chownSync(half, account.owner.uid, account.owner.gid);
    const encoding = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin'];
    const locale = ['--builtin-locale=C.UTF-8', '--no-instructions'];
    const options = ['-D', half, '-U', USER, '-A', 'trust', ...encoding, ...locale];
    await run(cluster, [binaries.initdb, ...options]);
    if (!existsSync(join(dir, 'PG_VERSION'))) renameSync(half, dir);
  } catch (error) {
    if (!existsSync(join(dir, 'PG_VERSION'))) {
      throw asStartError(error, `The database cannot be created in ${dir}`);
    }
  } finally {
    rmSync(half, { recursive: true, force: true });
    underConstruction.delete(half);
  }
}

function clearHalfCreated(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = /^pg\.new-(\d+)-\d+$/.exec(name)?.[1];
    if (pid === undefined || underConstruction.has(join(dataDir, name))) continue;
    if (Number(pid) === process.pid || !isAlive(Number(pid))) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function run(cluster: Cluster, command: string[]): Promise<void> {
  const { uid, gid } = cluster.account;
  const [program, args] = guarded(cluster.account, command);
  const env = cluster.binaries.env;
  const child = spawn(program, args, {
    cwd: '/',
    env,
    uid,
    gid,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail).once('close', done);
  });
  if (code === 0) return;
  const lines = output.trim().split('\n');
  throw new Error(lines.findLast((line) => /error|FATAL|could not/.test(line)) ?? lines.at(-1));
}
