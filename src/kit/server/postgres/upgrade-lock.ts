import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderInUse } from './embedded';

const name = 'pg.upgrade';

/** Takes the data folder for an upgrade of its cluster, until the given function is called. DataFolderInUse if taken. */
export function takeUpgradeLock(dataDir: string): () => void {
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
export function requireNoUpgrade(dataDir: string): void {
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
