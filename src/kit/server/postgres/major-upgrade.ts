import {
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  linkSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from '~/kit/server/errors';
import { type EmbeddedDatabase, startEmbedded, DataFolderInUse } from './embedded';
import { findBinaries } from './embedded-binaries';
import { readMajor } from './embedded-cluster';

const name = 'pg.upgrade';

/** Takes the data folder for an upgrade of its cluster, until the given function is called. DataFolderInUse if taken. */
function takeUpgradeLock(dataDir: string): () => void {
  requireNoUpgrade(dataDir);
  try {
    writeFileSync(join(dataDir, name), describe(process.pid), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw inUse(dataDir);
    throw error;
  }
  return () => rmSync(join(dataDir, name), { force: true });
}

/** DataFolderInUse while another copy upgrades the cluster; the lock of one that was killed is removed. */
function requireNoUpgrade(dataDir: string): void {
  const file = join(dataDir, name);
  const holder = read(file);
  if (holder === null) return;
  const pid = Number(holder.split(' ')[0]);
  // A process of the same number that started at another time is not the holder.
  if (holder === describe(pid) && pid !== process.pid) throw inUse(dataDir);
  const claimed = `${file}.${process.pid}`;
  try {
    renameSync(file, claimed);
    // Of two copies that find a dead holder, the second may have got the first one's new lock.
    if (read(claimed) !== holder) linkSync(claimed, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
  rmSync(claimed, { force: true });
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** A process by its number and, where the system tells it, its start. */
function describe(pid: number): string {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return '';
  }
  const stat = read(`/proc/${pid}/stat`) ?? '';
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${pid} ${started}`;
}

function inUse(dataDir: string): DataFolderInUse {
  return new DataFolderInUse(
    `Another copy of Manufacturing CRM is upgrading the database in ${dataDir}.`,
  );
}

const current = 'pg';
const next = 'pg.next';
const oldPrefix = 'pg.old-';

export interface MajorUpgrade {
  from: number;
  to: number;
}

export interface MajorUpgradeWork {
  /** Copies everything out of the old database into the new, empty one; both run, and only for this. */
  copy: (older: EmbeddedDatabase, newer: EmbeddedDatabase) => Promise<void>;
  log: (line: string) => void;
}

/**
 * The upgrade that the cluster of a data folder needs before this program can start on it; null where there is none,
 * or a new one will be made. Puts right what a killed upgrade left. StartError for a cluster that can't be read.
 */
export function neededMajorUpgrade(dataDir: string): MajorUpgrade | null {
  requireNoUpgrade(dataDir);
  settleSwap(dataDir);
  const from = readMajor(join(dataDir, current));
  if (from === null) return null;
  const { major: to } = findBinaries(join(dataDir, 'pg-lib'));
  if (from === to) return null;
  const readable = from < to && hasBinaries(dataDir, from);
  if (readable) return { from, to };
  throw new StartError(
    `The database in ${dataDir} uses PostgreSQL ${from}, but this version of Manufacturing CRM has ${to}: ` +
      'back it up with the version that wrote it (npm run backup -- FILE), and restore that into an empty folder.',
  );
}

function hasBinaries(dataDir: string, major: number): boolean {
  try {
    findBinaries(join(dataDir, `pg-lib-${major}`), major);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes a cluster of this program's major version next to the old one, lets `copy` fill it, and puts it in the old
 * one's place. Until then the old one stays unchanged, also after a failure (docs/product/backups.md#upgrades).
 */
export async function upgradeMajor(
  dataDir: string,
  { from }: MajorUpgrade,
  { copy, log }: MajorUpgradeWork,
): Promise<void> {
  const release = takeUpgradeLock(dataDir);
  const folder = join(dataDir, next);
  try {
    rmSync(folder, { recursive: true, force: true });
    const older = await startEmbedded({ dataDir, log, earlier: from });
    try {
      await fill(dataDir, older, copy);
    } finally {
      // Later it would write its last state into the folder that then has its name.
      await older.stop();
    }
    renameSync(join(dataDir, current), join(dataDir, `${oldPrefix}${from}`));
    renameSync(folder, join(dataDir, current));
    settleSwap(dataDir);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    release();
  }
}

async function fill(
  dataDir: string,
  older: EmbeddedDatabase,
  copy: MajorUpgradeWork['copy'],
): Promise<void> {
  const newer = await startEmbedded({ dataDir, folder: next, log: () => undefined });
  try {
    await copy(older, newer);
  } finally {
    await newer.stop();
  }
}

/** Ends a swap that was killed: back to the old cluster before the new one is in its place, away with it after. */
function settleSwap(dataDir: string): void {
  const folder = join(dataDir, current);
  for (const name of oldOnes(dataDir)) {
    const old = join(dataDir, name);
    if (existsSync(folder)) rmSync(old, { recursive: true, force: true });
    else renameSync(old, folder);
  }
}

function oldOnes(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir).filter((name) => name.startsWith(oldPrefix));
}
