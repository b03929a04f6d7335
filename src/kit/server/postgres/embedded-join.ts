import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE, DataFolderInUse, type EmbeddedDatabase, startEmbedded } from './embedded';
import { PORT, readServerRecord, USER } from './embedded-process';
import { StartError } from '~/kit/server/errors';

const GIVE_UP_MS = 30_000;
const POLL_MS = 100;

/**
 * The database of a data folder, next to the product where that is running, otherwise started and stopped again.
 * StartError when the folder holds none.
 */
export async function joinEmbedded(options: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<EmbeddedDatabase> {
  const { dataDir } = options;
  if (!existsSync(join(dataDir, 'pg', 'PG_VERSION'))) {
    throw new StartError(`There is no database in the data folder ${dataDir}.`);
  }
  const began = Date.now();
  for (;;) {
    try {
      return await startEmbedded(options);
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const record = readServerRecord(join(realpathSync(dataDir), 'pg'));
      if (record?.status === 'ready') {
        const connection = { host: record.socketDir, port: PORT, user: USER, database: DATABASE };
        return { connection, stop: async () => undefined };
      }
      // It is starting, or stopping.
      if (Date.now() - began > GIVE_UP_MS) throw error;
      await sleep(POLL_MS);
    }
  }
}
