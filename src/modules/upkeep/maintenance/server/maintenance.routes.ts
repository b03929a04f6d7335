import { z } from 'zod';
import { triggerJob } from '~/kit/server/database/announce';
import type { Context } from '~/kit/server/database/context';
import { AppError } from '~/kit/server/errors';
import { type Api, route } from '~/kit/server/http/route';
import { backupRun, backupsSchema, verifyRun } from '../runs.fields';
import { type Maintained, maintenanceJob } from './maintenance.jobs';
import { askForRun, listRuns } from './runs.queries';
import { findRetentionDays, changeRetention, listRetention } from './retention.actions';
import { announceRun } from './runs.internal';
import type { Trace } from '~/kit/server/retention/traces';
import { retainedData, retentionPatch } from '../retention.fields';

const ofRetention = { access: 'admin', tag: 'Server', url: '/admin/retention' } as const;

function retentionRoutes(api: Api, traces: readonly Trace[]): void {
  route(api, {
    ...ofRetention,
    method: 'GET',
    summary: 'List how long each kind of data is kept, and how much of it is stored',
    response: z.array(retainedData),
    handle: ({ context }) => listRetention(context, traces),
  });
  route(api, {
    ...ofRetention,
    method: 'PUT',
    confirmed: 'partly',
    summary:
      'Change how many days some kinds of data are kept, from the next night on; null means forever',
    body: retentionPatch,
    response: z.array(retainedData),
    handle: async ({ context, body }) => {
      await changeRetention(context, body);
      return listRetention(context, traces);
    },
  });
}

const shared = { access: 'admin', tag: 'Server' } as const;

export function maintenanceRoutes(
  api: Api,
  { folder, passphrase, traces }: Pick<Maintained, 'folder' | 'passphrase' | 'traces'>,
): void {
  retentionRoutes(api, traces);
  route(api, {
    ...shared,
    method: 'GET',
    url: '/admin/backups',
    summary: 'Get the backup folder and the results of the last backups',
    response: backupsSchema,
    handle: async ({ context }) => ({
      folder: folder ?? null,
      encrypted: passphrase !== undefined,
      kept_days: (await findRetentionDays(context.db, 'backups')) ?? 0,
      runs: await listRuns(context.db, 'backup'),
    }),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/admin/backups',
    summary: 'Start a backup as soon as possible; returns its run',
    response: backupRun,
    status: 201,
    handle: async ({ context }) => {
      if (folder === undefined) {
        throw new AppError(
          'backup.no_folder',
          'The server was started without BACKUP_DIR, so it has no folder for backups',
        );
      }
      return ask(context, 'backup');
    },
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/admin/verify',
    summary: 'List the results of the last data checks, newest first',
    response: z.array(verifyRun),
    handle: ({ context }) => listRuns(context.db, 'verify'),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/admin/verify',
    summary: 'Start the data checks as soon as possible; returns their run',
    response: verifyRun,
    status: 201,
    handle: ({ context }) => ask(context, 'verify'),
  });
}

function ask<K extends 'backup' | 'verify'>(context: Context, kind: K) {
  const { person, now } = context;
  const by = { id: person.id, name: `${person.first_name} ${person.last_name}`.trim() };
  return context.transaction(async (trx) => {
    const run = await askForRun(trx, { kind, by, now });
    announceRun(trx, run.id);
    await triggerJob(trx, maintenanceJob);
    return run;
  });
}
