import { inTransaction } from '~/kit/server/database/transaction';
import { setTimeout as sleep } from 'node:timers/promises';
import { logLine } from '~/kit/server/database/activity-log';
import type { Clock } from '~/kit/server/clock';
import type { Context, Person, Write } from '~/kit/server/database/context';
import { inCopyTransaction } from '~/kit/server/database/copy';
import { inspectCsv } from '~/kit/server/files/csv-stream';
import { type Database, databaseCode, type Db } from '~/kit/server/database/db';
import { AppError, notFound } from '~/kit/server/errors';
import { announce, sendToUser } from '~/kit/server/database/announce';
import type { Upload } from '~/kit/server/files/upload';
import {
  cancelledText,
  type ImportAnswer,
  type Job,
  type JobFailure,
  percentageOf,
  type Progress,
} from '../imports.fields';
import { logFailedImport } from './failed-imports.steps';
import { ImportReport } from './import-report.steps';
import { readProducts } from './import-run.steps';
import {
  addJob,
  askForEnd,
  type Counts,
  endJob,
  findJob,
  findRefused,
  holdJob,
  keepCounts,
  takeTurn,
} from './imports.queries';
import { describeMove } from '../../stock/server/movements.queries';

export interface ImportSetting {
  database: Database;
  clock: Clock;
  person: Person;
  dryRun: boolean;
}

export interface StartedImport {
  jobId: number;
  /** Resolves when the job has succeeded; the job runs on even if nobody waits. */
  done: Promise<ImportAnswer>;
}

/** Creates the job and starts it; the job takes ownership of the file. */
export async function startImport(setting: ImportSetting, upload: Upload): Promise<StartedImport> {
  const { database, clock, person, dryRun } = setting;
  const file = await inspectCsv(upload.file);
  const jobId = await addJob(database.db, {
    userId: person.id,
    kind: 'import',
    fileName: upload.name,
    total: file.total,
    dryRun,
    now: clock.now(),
  });
  const job: RunningImport = { ...setting, jobId, total: file.total, fileName: upload.name };
  const run = async () => {
    try {
      return await runToItsEnd(job, (attempt) => readProducts(attempt, file, attempt.pause));
    } finally {
      await upload.file.close();
    }
  };
  const done = run();
  return { jobId, done };
}

interface RunningImport extends ImportSetting {
  jobId: number;
  total: number;
  fileName: string;
}

type Attempt = Parameters<typeof readProducts>[0] & { pause: () => Promise<void> };
type Work = (attempt: Attempt) => Promise<void>;

class Cancelled extends Error {}

// Conflicts with concurrent work: the same SKU, a deleted category, rows locked in another order.
const worthAnotherTry = new Set(['23505', '23503', '40001', '40P01']);
const mostAttempts = 3;

/** Always ends as done, failed or cancelled; only a killed server leaves the job to `endAbandoned`. */
async function runToItsEnd(job: RunningImport, work: Work): Promise<ImportAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(job, work);
    } catch (error) {
      if (attempt < mostAttempts && worthAnotherTry.has(databaseCode(error))) continue;
      const cancelled = error instanceof Cancelled;
      const sentence = cancelled ? cancelledText : failedText;
      await giveUp(job.database.db, { ...job, cancelled, sentence, now: job.clock.now() });
      if (cancelled) throw new AppError('import.cancelled', 409, cancelledText);
      throw error;
    }
  }
}

const failedText = 'Import failed. Nothing was changed. Please try again.';
const nothing: Counts = { processed: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };

/** One transaction for the whole file: products, activity, and the end of the job. */
async function runOnce(job: RunningImport, work: Work): Promise<ImportAnswer> {
  const { database, clock, person, jobId, dryRun } = job;
  const report = new ImportReport();
  const context = { person, now: clock.now() };
  return inCopyTransaction(database, async (session) => {
    const { trx } = session;
    const pause = pulse(job, report.counts);
    await holdJob(trx, jobId);
    while (!dryRun && !(await takeTurn(trx))) {
      await pause();
      await sleep(turnMs);
    }
    await describeMove(trx, moveNote(person));
    await work({ session, context, db: database.db, dryRun, report, pause });
    const answer = { job_id: jobId, ...shown(report.counts), errors: report.errors };
    if (!dryRun) tellOfIt({ trx, context }, job, report.counts);
    await endJob(trx, jobId, {
      status: 'done',
      counts: report.counts,
      errors: report.errors,
      refused: report.refused(),
      now: clock.now(),
    });
    await sendToUser(trx, person.id, 'import-progress', progressOf(job, report.counts, true));
    await sendToUser(trx, person.id, 'import-complete', { ...fitting(answer), dry_run: dryRun });
    return answer;
  });
}

const turnMs = 300;

function shown({ processed: _, ...counts }: Counts): Omit<Counts, 'processed'> {
  return counts;
}

function moveNote(person: Person) {
  return {
    type: 'import',
    reason: 'CSV import',
    notes: null,
    order_id: null,
    created_by: person.id,
    created_by_name: `${person.first_name} ${person.last_name}`.trim(),
    allow_negative: false,
  } as const;
}

const pulseMs = 200;

/** Stores the job's counts and informs its owner, at most five times a second; throws when cancelling was requested. */
function pulse(job: RunningImport, counts: Counts): () => Promise<void> {
  const { database, clock, person } = job;
  let last = 0;
  return async () => {
    const now = clock.now();
    if (now.getTime() - last < pulseMs) return;
    last = now.getTime();
    if (!(await keepCounts(database.db, job.jobId, { counts, now }))) throw new Cancelled();
    await sendToUser(database.db, person.id, 'import-progress', progressOf(job, counts, false));
  };
}

function progressOf(job: RunningImport, counts: Counts, ended: boolean): Progress {
  const { processed, created, updated, failed } = counts;
  // The estimate may have counted a quoted line break as a row.
  const total = ended ? processed : Math.max(job.total, processed);
  const percentage = ended ? 100 : Math.min(99, percentageOf({ processed, total }));
  const { jobId: job_id, dryRun: dry_run } = job;
  return { job_id, processed, total, percentage, created, updated, failed, dry_run };
}

const mostEventBytes = 6000;

/** The answer with as many errors as fit into an event; the full list is fetched. */
function fitting(answer: ImportAnswer): ImportAnswer {
  let room = mostEventBytes;
  const errors = answer.errors.filter((error) => {
    room -= Buffer.byteLength(JSON.stringify(error)) + 1;
    return room > 0;
  });
  return { ...answer, errors };
}

/** One feed entry and one announcement for the whole file. */
function tellOfIt(write: Write, job: RunningImport, counts: Counts): void {
  const { created, failed } = counts;
  const updated = counts.updated - counts.unchanged;
  if (created + updated === 0) return;
  logLine(write, {
    type: 'product',
    entity: 'products',
    id: null,
    label: job.fileName,
    action: 'imported',
    title: 'Products imported',
    message: `${job.fileName}: ${created} created, ${updated} updated, ${failed} refused`,
    before: null,
    after: { created, updated, failed },
  });
  announce(write.trx, { entity: 'products', id: null, action: 'updated', version: null });
}

interface Lost {
  jobId: number;
  person: { id: number };
  fileName: string;
  dryRun: boolean;
  cancelled: boolean;
  sentence: string;
  now: Date;
}

/** Ends the job and reports it to the person and in the feed. */
async function giveUp(db: Db, lost: Lost): Promise<void> {
  const { jobId, person, fileName, dryRun, cancelled, sentence, now } = lost;
  await inTransaction(db, async (trx) => {
    await endJob(trx, jobId, {
      status: cancelled ? 'cancelled' : 'failed',
      counts: nothing,
      error: sentence,
      now,
    });
    if (!cancelled && !dryRun) {
      logFailedImport(trx, { fileName, sentence, startedBy: person.id, now });
    }
    const failure: JobFailure = { job_id: jobId, error: sentence };
    await sendToUser(trx, person.id, 'import-error', failure);
  });
}

export async function jobOf(context: Context, id: number): Promise<Job> {
  const job = await findJob(context.db, id, context.person.id);
  if (!job) throw notFound('Import');
  return job;
}

/** Requests that a running import be cancelled; it ends before its next block and is rolled back completely. */
export async function cancelImport(context: Context, id: number): Promise<Job> {
  const job = await jobOf(context, id);
  if (!(await askForEnd(context.db, id, context.person.id))) {
    throw new AppError('import.already_ended', 409, 'This import has ended already', { data: job });
  }
  return job;
}

export async function refusedRows(context: Context, id: number): Promise<string> {
  await jobOf(context, id);
  const rows = await findRefused(context.db, id, context.person.id);
  if (rows === null) throw new AppError('import.no_refused_rows', 404, 'No row was refused');
  return rows;
}
