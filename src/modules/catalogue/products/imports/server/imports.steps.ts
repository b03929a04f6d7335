import { inTransaction } from '~/kit/server/database/transaction';
import { openBatch } from '~/modules/records/batches/server/batches.service';
import { setTimeout as sleep } from 'node:timers/promises';
import { logLine } from '~/kit/server/database/activity-log';
import { actorOf, type Context, type Write } from '~/kit/server/database/context';
import { inCopyTransaction } from '~/kit/server/database/copy';
import { databaseCode, type Db } from '~/kit/server/database/db';
import { AppError, notFound } from '~/kit/server/errors';
import { sendToUser } from '~/kit/server/database/announce';
import type { Upload } from '~/kit/server/files/upload';
import {
  cancelledText,
  type ImportAnswer,
  importSubjects,
  type ImportSubject,
  type Job,
  type JobFailure,
  mostRows,
} from '../imports.fields';
import { logFailedImport } from './failed-imports.steps';
import {
  Cancelled,
  fitting,
  type ImportSetting,
  nothing,
  progressOf,
  pulse,
  type RunningImport,
  shown,
} from './import-progress.steps';
import { ImportReport } from './import-report.steps';
import { openTable, tooManyRows } from './import-files.steps';
import { enforceSameRights, importerNow } from './import-rights.steps';
import { readRows } from './import-reading.steps';
import type { Run } from './imports.service';
import { type ImportTurns, turnOf } from './import-turns.steps';
import {
  addJob,
  askForEnd,
  type Counts,
  endJob,
  findJob,
  findRefused,
  holdJob,
  takeTurn,
} from './imports.queries';

export interface StartedImport {
  jobId: number;
  /** Resolves when the job has succeeded; the job runs on even if no one waits. */
  done: Promise<ImportAnswer>;
}

/** Creates the job and starts it; the job takes ownership of the file. */
export async function startImport(
  { turns, ...setting }: ImportSetting & { turns: ImportTurns },
  upload: Upload,
): Promise<StartedImport> {
  const { database, clock, person, dryRun, kind } = setting;
  try {
    const { table, mapping } = await openTable(upload, kind);
    const jobId = await addJob(database.db, {
      userId: person.id,
      kind: 'import',
      subject: kind.subject,
      fileName: upload.name,
      total: table.total,
      dryRun,
      now: clock.now(),
    });
    const job: RunningImport = { ...setting, jobId, total: table.total, fileName: upload.name };
    const work: Work = (attempt) => readRows({ kind, table, mapping }, attempt, attempt.pause);
    const run = async () => {
      try {
        return await runToItsEnd(job, turns, work);
      } finally {
        await upload.file.close();
      }
    };
    return { jobId, done: run() };
  } catch (error) {
    await upload.file.close();
    throw error;
  }
}

type Attempt = Run & { pause: () => Promise<void> };
type Work = (attempt: Attempt) => Promise<void>;

// Conflicts with concurrent work: the same SKU, a deleted category, rows locked in another order.
const worthAnotherTry = new Set(['23505', '23503', '40001', '40P01']);
const mostAttempts = 3;

/** Always ends as done, failed or cancelled; only a killed server leaves the job to `endAbandoned`. */
async function runToItsEnd(
  job: RunningImport,
  turns: ImportTurns,
  work: Work,
): Promise<ImportAnswer> {
  try {
    const leave = await turnOf(job, turns);
    try {
      return await runInTurn(job, work);
    } finally {
      leave();
    }
  } catch (error) {
    const cancelled = error instanceof Cancelled;
    const refusal = error instanceof AppError ? error.message : failedText;
    const sentence = cancelled ? cancelledText : refusal;
    await giveUp(job.database.db, { ...job, cancelled, sentence, now: job.clock.now() });
    if (cancelled) throw new AppError('import.cancelled', 409, cancelledText);
    throw error;
  }
}

async function runInTurn(job: RunningImport, work: Work): Promise<ImportAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(job, work);
    } catch (error) {
      if (attempt === mostAttempts || !worthAnotherTry.has(databaseCode(error))) throw error;
    }
  }
}

const failedText = 'Import failed. Nothing was changed. Please try again.';
/** Waits, between looks without a connection, while another copy of the server has the turn. */
async function runOnce(job: RunningImport, work: Work): Promise<ImportAnswer> {
  for (const tell = pulse(job, nothing); ; await sleep(turnMs)) {
    const answer = await runNow(job, work);
    if (answer) return answer;
    await tell();
  }
}

/** One transaction for the whole file: records, activity, and the end of the job. Null when it is another's turn. */
async function runNow(job: RunningImport, work: Work): Promise<ImportAnswer | null> {
  const { database, clock, jobId, dryRun, kind } = job;
  const person = await importerNow(database.db, job);
  const report = new ImportReport();
  const context = { person, now: clock.now() };
  return inCopyTransaction(
    database,
    async (session) => {
      const { trx } = session;
      await holdJob(trx, jobId);
      if (!(await takeTurn(trx, dryRun))) return null;
      const tell = pulse(job, report.counts);
      const pause = async () => {
        if (report.counts.processed > mostRows) throw tooManyRows();
        await enforceSameRights(trx, database.db, { ...context, kind });
        await tell();
      };
      await kind.begin?.(trx, person);
      const batch = batchOf({ trx, context }, job);
      await work({ session, context, db: database.db, dryRun, report, batch, pause });
      await enforceSameRights(trx, database.db, { ...context, kind });
      const answer = {
        job_id: jobId,
        ...shown(report.counts),
        errors: report.errors,
        batch_id: await batch.opened(),
      };
      if (!dryRun) tellOfIt({ trx, context }, job, report.counts);
      await endJob(trx, jobId, {
        status: 'done',
        counts: report.counts,
        errors: report.errors,
        batchId: answer.batch_id,
        refused: report.refused(),
        now: clock.now(),
      });
      await sendToUser(trx, person.id, 'import-progress', progressOf(job, report.counts, true));
      await sendToUser(trx, person.id, 'import-complete', { ...fitting(answer), dry_run: dryRun });
      return answer;
    },
    actorOf(context),
  );
}

function batchOf(write: Write, { kind: { subject }, fileName }: RunningImport) {
  let opened: Promise<number> | null = null;
  const needs = [`${subject}.create`, `${subject}.update`] as const;
  const title = `Import of ${fileName}`;
  return {
    id: () => (opened ??= openBatch(write, { kind: 'import', list: subject, title, needs })),
    opened: async () => opened,
  };
}

const turnMs = 300;

function tellOfIt(write: Write, { kind, fileName }: RunningImport, counts: Counts): void {
  const { created, failed } = counts;
  const updated = counts.updated - counts.unchanged;
  if (created + updated === 0) return;
  logLine(write, {
    ...importSubjects[kind.subject],
    entity: kind.subject,
    id: null,
    label: fileName,
    action: 'imported',
    message: `${fileName}: ${created} created, ${updated} updated, ${failed} refused`,
    before: null,
    after: { created, updated, failed },
  });
}

interface Lost {
  jobId: number;
  kind: { subject: ImportSubject };
  person: { id: number };
  fileName: string;
  dryRun: boolean;
  cancelled: boolean;
  sentence: string;
  now: Date;
}

async function giveUp(db: Db, lost: Lost): Promise<void> {
  const { jobId, kind, person, fileName, dryRun, cancelled, sentence, now } = lost;
  await inTransaction(db, async (trx) => {
    await endJob(trx, jobId, {
      status: cancelled ? 'cancelled' : 'failed',
      counts: nothing,
      error: sentence,
      now,
    });
    if (!cancelled && !dryRun) {
      const { subject } = kind;
      logFailedImport(trx, { subject, fileName, sentence, startedBy: person.id, now });
    }
    const failure: JobFailure = { job_id: jobId, error: sentence };
    await sendToUser(trx, person.id, 'import-error', failure);
  });
}

export async function jobOf(context: Context, subject: ImportSubject, id: number): Promise<Job> {
  const job = await findJob(context.db, { id, userId: context.person.id, subject });
  if (!job) throw notFound('Import');
  return job;
}

/** Requests that a running import be cancelled; it ends before its next block and is rolled back completely. */
export async function cancelImport(
  context: Context,
  subject: ImportSubject,
  id: number,
): Promise<Job> {
  const job = await jobOf(context, subject, id);
  if (!(await askForEnd(context.db, id, context.person.id))) {
    throw new AppError('import.already_ended', 409, 'This import has already ended', { data: job });
  }
  return job;
}

export async function refusedRows(
  context: Context,
  subject: ImportSubject,
  id: number,
): Promise<string> {
  await jobOf(context, subject, id);
  const rows = await findRefused(context.db, id, context.person.id);
  if (rows === null) throw new AppError('import.no_refused_rows', 404, 'No row was rejected');
  return rows;
}
