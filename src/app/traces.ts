import path from 'node:path';
import { filesTrace } from '~/kit/server/retention/files';
import { kitTraces, type Trace } from '~/kit/server/retention/traces';
import { maintenanceTraces } from '~/modules/upkeep/maintenance/server/maintenance.retention';
import type { Config } from './start/config';
import { modules } from './modules';
import { snapshotFolder } from './upgrade/upgrade';

/** Everything that is kept for a time and then forgotten (docs/product/retention.md). */
export function tracesOf({ dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>): Trace[] {
  const folderOf = (name: string) => path.join(dataDir, name);
  const snapshots = folderOf(snapshotFolder);
  return [
    ...kitTraces,
    ...modules.flatMap((each) => each.traces ?? []),
    ...maintenanceTraces(backupDir),
    filesTrace('outbox', folderOf('outbox'), (name) => name.endsWith('.eml')),
    filesTrace('leftovers', folderOf('outbox'), (name) => name.endsWith('.part')),
    filesTrace('upgrade_backups', snapshots, (name) => name.endsWith('.backup')),
    filesTrace('leftovers', snapshots, (name) => name.endsWith('.part')),
    // An upload loses its name as soon as it is opened: what has one was left between the two.
    filesTrace('leftovers', folderOf('uploads'), (name) => /^[0-9a-f]{16}$/.test(name)),
  ];
}
