import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from '~/kit/server/backup/backup-error';
import { writeBackup } from '~/kit/server/backup/write-backup';
import type { Database } from '~/kit/server/database/db';
import { migrate, type Upgrade } from '~/kit/server/database/migrate';
import { StartError } from '~/kit/server/errors';
import type { Config } from './config';
import { migrations, program } from './edition';

const snapshotFolder = 'before-upgrade';
const keptSnapshots = 3;

interface Preparing {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupPassphrase'>;
  now: Date;
  log: (line: string) => void;
  steps?: string;
}

/**
 * Brings the database to this program's step. An embedded one that had steps is first written into a backup
 * (docs/product/backups.md#upgrades). StartError, and the database as it was, when either fails.
 */
export async function upgradeDatabase(database: Database, preparing: Preparing): Promise<void> {
  const { config, log, steps = migrations } = preparing;
  await migrate(database.pool, {
    folder: steps,
    log,
    beforeUpgrade: async (upgrade) => {
      if (config.databaseUrl === undefined) await takeSnapshot(database, preparing, upgrade);
    },
  });
}

async function takeSnapshot(
  { openClient: connect }: Database,
  { config, now, log }: Preparing,
  { from, to }: Upgrade,
): Promise<void> {
  const { dataDir, backupPassphrase: passphrase } = config;
  const folder = path.join(dataDir, snapshotFolder);
  const moment = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const file = path.join(folder, `${moment}-step-${from}.backup`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeBackup({ connect, dataDir, program }, { file, passphrase, now });
    await removeOldest(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The backup before the upgrade from step ${from} to ${to} failed, so nothing was changed: ${reason}`,
      { cause: error instanceof BackupError ? undefined : error },
    );
  }
  log(`database: backed up before the upgrade from step ${from} to ${to}: ${file}`);
}

async function removeOldest(folder: string): Promise<void> {
  const all = (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort();
  for (const name of all.slice(0, -keptSnapshots)) await rm(path.join(folder, name));
}
