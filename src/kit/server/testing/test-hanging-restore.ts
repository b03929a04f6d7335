import path from 'node:path';
import type pg from 'pg';
import { openClient } from '~/kit/server/database/db';
import { restoreBackup } from '~/kit/server/backup/restore-backup';

// Its own program, to be killed at the last moment before it commits.
const [connection = '{}', file = '', dataDir = ''] = process.argv.slice(2);

await restoreBackup(
  { file, passphrase: undefined },
  {
    connect: () => openClient(JSON.parse(connection) as pg.ClientConfig),
    dataDir,
    steps: path.resolve('migrations'),
    settle: () => {
      process.stdout.write('filled\n');
      return new Promise((resolve) => setTimeout(resolve, 600_000));
    },
  },
);
