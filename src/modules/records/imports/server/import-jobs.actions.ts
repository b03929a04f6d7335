import type { Clock } from '~/kit/server/clock';
import { logLine } from '~/kit/server/database/activity-log';
import { sendToUser } from '~/kit/server/database/announce';
import { type Context, anonymous } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError, notFound } from '~/kit/server/errors';
import { type KindWithRights, lists } from '~/modules/organization/kinds/kinds.rules';
import {
  type ImportResponse,
  type Job,
  type JobFailure,
  percentageOf,
  type Progress,
} from '../imports.fields';
import {
  type Counts,
  endJob,
  findJob,
  findRefused,
  keepCounts,
  lockAbandoned,
  nothing,
  requestEnd,
  type StartedJob,
} from './imports.queries';

export class Cancelled extends Error {}

const pulseMs = 200;

/** Stores the job's counts and informs its owner, at most five times a second; throws when cancelling was requested. */
export function pulse(
  { database, clock }: { database: { db: Db }; clock: Clock },
  job: StartedJob,
  counts: Counts = nothing,
): () => Promise<void> {
  let last = 0;
  return async () => {
    const now = clock.now();
    if (now.getTime() - last < pulseMs) return;
    last = now.getTime();
    if (!(await keepCounts(database.db, job, { counts, now }))) throw new Cancelled();
    // The estimate may have counted a quoted line break as a row.
    const total = Math.max(job.total, counts.processed);
    const percentage = Math.min(99, percentageOf({ processed: counts.processed, total }));
    const progress = progressOf(job, counts, { total, percentage });
    await sendToUser(database.db, job.user_id, `${job.kind}-progress`, progress);
  };
}

/** Complete unless `at` says where it is. */
export function progressOf(
  { id, subject, dry_run }: StartedJob,
  { processed, created, updated, failed }: Counts,
  at: Pick<Progress, 'total' | 'percentage'> = { total: processed, percentage: 100 },
): Progress {
  return { job_id: id, subject, processed, created, updated, failed, dry_run, ...at };
}

const mostEventBytes = 6000;

/** The answer with as many notes and errors as fit into an event; the full list is fetched. */
export function fitting(response: ImportResponse): ImportResponse {
  let room = mostEventBytes;
  const fits = (part: unknown) => {
    room -= Buffer.byteLength(JSON.stringify(part)) + 1;
    return room > 0;
  };
  const { notes = [], errors } = response;
  return { ...response, notes: notes.filter(fits), errors: errors.filter(fits) };
}

/** Ends a job whose changes were rolled back, and informs its owner and the feed. */
export async function endFailed(
  trx: Transaction,
  job: StartedJob,
  { error, now, status = 'failed' }: { error: string; now: Date; status?: 'failed' | 'cancelled' },
): Promise<void> {
  const { id, user_id, kind, subject, file_name, dry_run } = job;
  await endJob(trx, job, { status, error, now });
  if (kind === 'import' && !dry_run && status === 'failed') {
    const context = { person: anonymous, now };
    logLine(
      { trx, context },
      {
        type: lists[subject].type,
        entity: subject,
        id: null,
        label: file_name,
        action: 'import failed',
        title: 'Import failed',
        message: `${file_name}: ${error}`,
        before: null,
        // The person is notified too.
        after: { started_by: user_id },
      },
    );
  }
  const failure: JobFailure = { job_id: id, error };
  await sendToUser(trx, user_id, `${kind}-error`, failure);
}

const silentMs = 3000;

/** By the kind of a job. */
export const stoppedTexts = {
  import:
    'The server was stopped during this import. Nothing was changed. Please import the file again.',
  export: 'The server was stopped during this export. Please try again.',
};

/** Ends the jobs of a server that was killed. Their changes were rolled back with their transactions. */
export async function endAbandoned(trx: Transaction, now: Date): Promise<void> {
  for (const job of await lockAbandoned(trx, new Date(now.getTime() - silentMs)))
    await endFailed(trx, job, { error: stoppedTexts[job.kind], now });
}

export async function jobOf(
  { db, person }: Context,
  subject: KindWithRights,
  id: number,
): Promise<Job> {
  const job = await findJob(db, id, { userId: person.id, subject });
  if (!job) throw notFound('Import');
  return job;
}

/** Requests that a running import be cancelled; it ends before its next block and is rolled back completely. */
export async function cancelImport(
  context: Context,
  subject: KindWithRights,
  id: number,
): Promise<Job> {
  const job = await jobOf(context, subject, id);
  if (!(await requestEnd(context.db, id, context.person.id))) {
    throw new AppError('import.already_ended', 'This import has already ended', { data: job });
  }
  return job;
}

export async function refusedRows(
  context: Context,
  subject: KindWithRights,
  id: number,
): Promise<string> {
  await jobOf(context, subject, id);
  const rows = await findRefused(context.db, id, context.person.id);
  if (rows === null) throw new AppError('import.no_refused_rows', 'No row was rejected');
  return rows;
}
