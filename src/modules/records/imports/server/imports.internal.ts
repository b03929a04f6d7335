import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '~/kit/server/clock';
import { logLine } from '~/kit/server/database/activity-log';
import { sendToUser } from '~/kit/server/database/announce';
import { actorOf, type Person, type Write } from '~/kit/server/database/context';
import { inCopyTransaction } from '~/kit/server/database/copy';
import { type Database, databaseCode } from '~/kit/server/database/db';
import { inTransaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import type { Upload } from '~/kit/server/files/upload';
import type { Day } from '~/kit/shared/time/days';
import { lists } from '~/modules/organization/kinds/kinds.rules';
import type { CustomField } from '~/modules/records/custom-fields/custom-fields.fields';
import { ownColumns } from '~/modules/records/custom-fields/own-columns.csv';
import {
  enforceSameFields,
  listOwnFields,
} from '~/modules/records/custom-fields/server/custom-fields.service';
import { openBatch } from '~/modules/records/batches/server/batches.service';
import { withOwnColumns } from '../formats.rules';
import { cancelledText, type ImportResponse, mostRows } from '../imports.fields';
import { openTable, readRows, tooManyRows } from './import-files.internal';
import { Cancelled, endFailed, fitting, progressOf, pulse } from './import-jobs.actions';
import { ImportReport } from './import-report.internal';
import { enforceSameRights, importerNow } from './import-rights.internal';
import { type ImportTurns, turnOf } from './import-turns.internal';
import { addJob, endJob, holdJob, type Lane, type StartedJob, takeTurn } from './imports.queries';
import type { ImportKind, Run } from './imports.service';

interface ImportSetting {
  kind: ImportKind;
  database: Database;
  clock: Clock;
  person: Person;
  turns: ImportTurns;
  asOf: Day | null;
  onePerCompany: boolean;
}

interface RunningImport extends ImportSetting {
  /** The company's own fields of the kind, as the file is read. */
  own: readonly CustomField[];
  job: StartedJob;
  lane: Lane;
  /** Reads the file in a run, from its beginning. */
  read: (run: Run, pause: () => Promise<void>) => Promise<void>;
}

/** Runs an import in a job of its file, to its end even if no caller waits; closes the file. */
export async function runImport(
  given: ImportSetting,
  upload: Upload,
  dryRun: boolean,
): Promise<ImportResponse> {
  const { database, clock, person } = given;
  try {
    const own = given.kind.exported ? await listOwnFields(database.db, given.kind.subject) : [];
    const format = withOwnColumns(given.kind.format, ownColumns(own));
    const kind = { ...given.kind, format };
    const setting = { ...given, kind, own };
    const opened = await openTable(upload, kind);
    const head = {
      user_id: person.id,
      kind: 'import',
      subject: kind.subject,
      dry_run: dryRun,
      file_name: upload.name,
      total: opened.table.total,
    } as const;
    const job = await addJob(database.db, head, clock.now());
    const read: RunningImport['read'] = (run, pause) => readRows({ kind, ...opened }, run, pause);
    const lane = !dryRun ? 'writing' : opened.table.isSmall ? 'small' : 'large';
    return await runToItsEnd({ ...setting, job, lane, read });
  } finally {
    await upload.file.close();
  }
}

const failedText = 'Import failed. Nothing was changed. Please try again.';

/** Always ends as done, failed or cancelled; only a killed server leaves the job to `endAbandoned`. */
async function runToItsEnd(running: RunningImport): Promise<ImportResponse> {
  const { database, clock, job, lane, turns } = running;
  try {
    const leave = await turnOf(turns, lane, pulse(running, job));
    try {
      return await runInTurn(running);
    } finally {
      leave();
    }
  } catch (error) {
    const isCancelled = error instanceof Cancelled;
    const refusal = error instanceof AppError ? error.message : failedText;
    const ending = {
      status: isCancelled ? 'cancelled' : 'failed',
      error: isCancelled ? cancelledText : refusal,
      now: clock.now(),
    } as const;
    await inTransaction(database.db, (trx) => endFailed(trx, job, ending));
    throw isCancelled ? new AppError('import.cancelled', cancelledText) : error;
  }
}

// Conflicts with concurrent work: the same SKU, a deleted category, stock that was just taken, rows locked in another order.
const worthAnotherTry = new Set(['23505', '23503', '23514', '40001', '40P01']);
const mostAttempts = 3;
const turnMs = 300;

async function runInTurn(running: RunningImport): Promise<ImportResponse> {
  const reportProgress = pulse(running, running.job);
  for (let attempt = 1; ; ) {
    try {
      const response = await runNow(running);
      if (response) return response;
      // Another copy of the server has the turn; waiting takes no connection.
      await reportProgress();
      await sleep(turnMs);
    } catch (error) {
      if (attempt === mostAttempts || !worthAnotherTry.has(databaseCode(error))) throw error;
      attempt += 1;
    }
  }
}

/** One transaction for the whole file: records, activity, and the end of the job. Null when it is another's turn. */
async function runNow(running: RunningImport): Promise<ImportResponse | null> {
  const { database, clock, kind, job, lane, asOf, onePerCompany } = running;
  const person = await importerNow(database.db, running);
  const report = new ImportReport();
  const context = { person, now: clock.now() };
  return inCopyTransaction(
    database,
    async (session) => {
      const { trx } = session;
      const write = { trx, context };
      await holdJob(trx, job);
      if (!(await takeTurn(trx, lane))) return null;
      const reportProgress = pulse(running, job, report.counts);
      const pause = async () => {
        if (report.counts.processed > mostRows) throw tooManyRows();
        await enforceSameRights(trx, database.db, { ...context, kind });
        await reportProgress();
      };
      await kind.begin?.(write, asOf);
      const batch: { opened?: Promise<number> } = {};
      const openBatchOnce = () => (batch.opened ??= openImportBatch(write, job));
      await running.read(
        {
          session,
          context,
          dryRun: job.dry_run,
          asOf,
          onePerCompany,
          report,
          openBatch: openBatchOnce,
          own: running.own,
        },
        pause,
      );
      await enforceSameRights(trx, database.db, { ...context, kind });
      if (!job.dry_run) await enforceSameFields(trx, kind.subject, running.own);
      const response = responseOf(job, report, (await batch.opened) ?? null);
      if (!job.dry_run) logImport(write, running, report, response.batch_id);
      await endJob(trx, job, {
        status: 'done',
        counts: report.counts,
        errors: report.errors,
        batchId: response.batch_id,
        refused: report.refused(),
        now: clock.now(),
      });
      await sendToUser(trx, person.id, 'import-progress', progressOf(job, report.counts));
      const complete = { ...fitting(response), dry_run: job.dry_run };
      await sendToUser(trx, person.id, 'import-complete', complete);
      return response;
    },
    actorOf(context),
  );
}

function responseOf(
  { id }: StartedJob,
  report: ImportReport,
  batch_id: number | null,
): ImportResponse {
  const { processed: _, ...counts } = report.counts;
  const { doubled, sameCompany, contacts, errors, looksLike } = report;
  return {
    job_id: id,
    ...counts,
    doubled,
    same_company: sameCompany,
    contacts,
    errors,
    looks_like: looksLike,
    notes: report.notes(),
    batch_id,
  };
}

function openImportBatch(write: Write, { subject, file_name }: StartedJob): Promise<number> {
  const needs = [`${subject}.create`, `${subject}.update`] as const;
  return openBatch(write, {
    kind: 'import',
    list: subject,
    title: `Import of ${file_name}`,
    needs,
  });
}

function logImport(
  write: Write,
  { kind, job }: RunningImport,
  report: ImportReport,
  batch_id: number | null,
): void {
  const { counts, contacts } = report;
  const { created, failed } = counts;
  const updated = counts.updated - counts.unchanged;
  if (created + updated + contacts === 0) return;
  const asContacts = contacts > 0 ? `${contacts} as contacts, ` : '';
  logLine(write, {
    type: lists[kind.subject].type,
    title: `${lists[kind.subject].plural} imported`,
    entity: kind.subject,
    id: null,
    label: job.file_name,
    action: 'imported',
    message: `${job.file_name}: ${created} created, ${updated} updated, ${asContacts}${failed} refused`,
    before: null,
    after: { created, updated, failed, batch_id },
  });
}
