import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from '~/kit/server/backup/backup-error';
import { restoreBackup } from '~/kit/server/backup/restore-backup';
import { type BackupSource, writeBackup } from '~/kit/server/backup/write-backup';
import { type Database, type Db, openClient } from '~/kit/server/database/db';
import { migrate } from '~/kit/server/database/migrate';
import { StartError } from '~/kit/server/errors';
import { type MajorUpgrade, upgradeMajor } from '~/kit/server/postgres/major-upgrade';
import { openingValueNote } from '~/modules/catalogue/products/stock/server/stock.service';
import type { Config } from '../start/config';
import { migrations, program } from './edition';

/** Within DATA_DIR. */
export const snapshotFolder = 'before-upgrade';
const mostSnapshots = 3;

/** By the step that it belongs to, what an upgrade shows a person once; null where there is nothing to do. */
const notes: readonly { step: number; find: (db: Db) => Promise<string | null> }[] = [
  { step: 240, find: openingValueNote },
];

interface Preparing {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupPassphrase'>;
  now: Date;
  log: (line: string) => void;
  /** For what a person has to do. */
  warn?: (line: string) => void;
  steps?: string;
}

/**
 * Brings the database to this program's step. An embedded one that had steps is first written into a backup
 * (docs/product/backups.md#upgrades). StartError, and the database as it was, when either fails.
 */
export async function upgradeDatabase(database: Database, preparing: Preparing): Promise<void> {
  const { config, log, warn = log, steps = migrations } = preparing;
  let upgradedFrom: number | null = null;
  await migrate(database.pool, {
    folder: steps,
    log,
    beforeUpgrade: async ({ from, to }) => {
      upgradedFrom = from;
      if (config.databaseUrl !== undefined) return;
      const what = { name: `step-${from}`, upgrade: `the upgrade from step ${from} to ${to}` };
      await takeSnapshot(database.openClient, preparing, what);
    },
  });
  if (upgradedFrom === null) return;
  for (const note of await notesSince(database, upgradedFrom)) warn(`database: ${note}`);
}

async function notesSince({ db }: Pick<Database, 'db'>, from: number): Promise<string[]> {
  const found = await Promise.all(
    notes.filter(({ step }) => step > from).map(({ find }) => find(db)),
  );
  return found.flatMap((note) => note ?? []);
}

/**
 * Brings the embedded database of a data folder to this program's major version of PostgreSQL, by a backup that is
 * restored into a new cluster (docs/product/backups.md#upgrades). StartError, and the old one as it was, on failure.
 */
export async function upgradePostgres(needed: MajorUpgrade, preparing: Preparing): Promise<void> {
  const { config, log, steps = migrations } = preparing;
  const { dataDir, backupPassphrase: passphrase } = config;
  const upgrade = `the upgrade from PostgreSQL ${needed.from} to ${needed.to}`;
  // The data folder's own files stay where they are.
  const files = path.join(dataDir, 'pg.next-files');
  await rm(files, { recursive: true, force: true });
  try {
    await upgradeMajor(dataDir, needed, {
      log,
      copy: async (older, newer) => {
        const connect = () => openClient(older.connection);
        const name = `postgres-${needed.from}`;
        const file = await takeSnapshot(connect, preparing, { name, upgrade });
        const into = { connect: () => openClient(newer.connection), dataDir: files };
        const settle = async () => undefined;
        await restoreBackup({ file, passphrase }, { ...into, steps, settle });
      },
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(failureOf(upgrade, error), { cause: error });
  } finally {
    await rm(files, { recursive: true, force: true });
  }
  log(`database: ${upgrade.slice('the '.length)} is done.`);
}

function failureOf(what: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `${what} failed, so nothing was changed: ${reason}`;
  return message.replace(/^./, (letter) => letter.toUpperCase());
}

interface Snapshot {
  name: string;
  upgrade: string;
}

async function takeSnapshot(
  connect: BackupSource['connect'],
  { config, now, log }: Preparing,
  { name, upgrade }: Snapshot,
): Promise<string> {
  const { dataDir, backupPassphrase: passphrase } = config;
  const folder = path.join(dataDir, snapshotFolder);
  const moment = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const file = path.join(folder, `${moment}-${name}.backup`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeBackup({ connect, dataDir, program }, { file, passphrase, now });
    await removeOldest(folder);
  } catch (error) {
    throw new StartError(failureOf(`the backup before ${upgrade}`, error), {
      cause: error instanceof BackupError ? undefined : error,
    });
  }
  log(`database: backed up before ${upgrade}: ${file}`);
  return file;
}

async function removeOldest(folder: string): Promise<void> {
  const all = (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort();
  for (const name of all.slice(0, -mostSnapshots)) await rm(path.join(folder, name));
}
