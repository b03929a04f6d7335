import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { filesTrace, namesIn } from '~/kit/server/retention/files';
import { rowsTrace, type Trace } from '~/kit/server/retention/traces';
import { expiredBackups, momentOfBackup, ownBackups } from '../backups.rules';

/** What backups and checks leave behind; `folder` is where nightly backups go, where there is one. */
export function maintenanceTraces(folder: string | undefined): readonly Trace[] {
  const runs = rowsTrace('runs', {
    table: 'maintenance_runs',
    at: 'ended_at',
    only: sql<boolean>`status in ('done', 'failed')`,
  });
  if (folder === undefined) return [runs];
  const isUnfinished = (name: string) => /^\.manufacturing-crm-.*\.part$/.test(name);
  return [runs, backupsIn(folder), filesTrace('leftovers', folder, isUnfinished)];
}

function backupsIn(folder: string): Trace {
  return {
    kind: 'backups',
    oldest: async () => {
      const [first] = ownBackups(await namesIn(folder));
      return first === undefined ? null : momentOfBackup(first);
    },
    forget: async (_db, { before, most }) => {
      const expired = expiredBackups(await namesIn(folder), before).slice(0, most);
      for (const name of expired) await rm(path.join(folder, name), { force: true });
      return expired.length;
    },
  };
}
