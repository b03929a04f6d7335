import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fillDemo } from '../src/app/demo';
import { migrations } from '../src/app/upgrade/edition';
import { extendModules } from '../src/app/modules';
import { sealLog } from '../src/kit/server/audit/seal';
import { writeBackup } from '../src/kit/server/backup/write-backup';
import { openDatabase } from '../src/kit/server/database/db';
import { migrate, newestStep } from '../src/kit/server/database/migrate';
import { startEmbedded } from '../src/kit/server/postgres/embedded';

// `npm run keep-dump`: keeps sample data of both kinds at this program's step, so that every later one is tried on it
// (CONTRIBUTING.md).
extendModules();
for (const kind of ['single', 'gst']) await keepDump(kind);

async function keepDump(kind: string): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'crm-dump-'));
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const database = openDatabase(embedded.connection, () => undefined);
  try {
    const now = new Date();
    await migrate(database.pool, { folder: migrations, log: () => undefined });
    await fillDemo(database, now, { byGst: kind === 'gst' });
    await sealLog(database.db);
    const step = String(await newestStep(migrations)).padStart(4, '0');
    const file = path.join(migrations, 'dumps', `${step}-${kind}.backup`);
    const source = { connect: database.openClient, dataDir, program: 'kept' };
    const { size } = await writeBackup(source, { file, passphrase: undefined, now });
    process.stdout.write(`${file}: ${size} bytes\n`);
  } finally {
    await database.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
