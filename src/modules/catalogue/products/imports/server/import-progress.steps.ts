import type { Clock } from '~/kit/server/clock';
import { sendToUser } from '~/kit/server/database/announce';
import type { Person } from '~/kit/server/database/context';
import type { Database } from '~/kit/server/database/db';
import { type ImportAnswer, percentageOf, type Progress } from '../imports.fields';
import { type Counts, keepCounts } from './imports.queries';
import type { ImportKind } from './imports.service';

export interface ImportSetting {
  kind: ImportKind;
  database: Database;
  clock: Clock;
  person: Person;
  dryRun: boolean;
}

export interface RunningImport extends ImportSetting {
  jobId: number;
  total: number;
  fileName: string;
}

export const nothing: Counts = { processed: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };

export class Cancelled extends Error {}

const pulseMs = 200;

/** Stores the job's counts and informs its owner, at most five times a second; throws when cancelling was requested. */
export function pulse(job: RunningImport, counts: Counts): () => Promise<void> {
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

export function progressOf(job: RunningImport, counts: Counts, ended: boolean): Progress {
  const { processed, created, updated, failed } = counts;
  // The estimate may have counted a quoted line break as a row.
  const total = ended ? processed : Math.max(job.total, processed);
  const percentage = ended ? 100 : Math.min(99, percentageOf({ processed, total }));
  const { jobId: job_id, dryRun: dry_run, kind } = job;
  return {
    job_id,
    subject: kind.subject,
    processed,
    total,
    percentage,
    created,
    updated,
    failed,
    dry_run,
  };
}

const mostEventBytes = 6000;

/** The answer with as many errors as fit into an event; the full list is fetched. */
export function fitting(answer: ImportAnswer): ImportAnswer {
  let room = mostEventBytes;
  const errors = answer.errors.filter((error) => {
    room -= Buffer.byteLength(JSON.stringify(error)) + 1;
    return room > 0;
  });
  return { ...answer, errors };
}

export function shown({ processed: _, ...counts }: Counts): Omit<Counts, 'processed'> {
  return counts;
}
