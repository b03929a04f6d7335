import { sql } from 'kysely';
import { type Db, findJson, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ImportSubject, Job, RowError } from '../imports.fields';

/** The first half of the advisory lock that the runner of a job holds. */
const jobLocks = sql.lit(8);

const jobColumns = sql`j.id as job_id, j.kind, j.status, j.dry_run, j.file_name, j.processed, j.total,
  j.created, j.updated, j.unchanged, j.failed, j.errors, j.batch_id, j.error,
  ${instantText(sql`j.created_at`)} as created_at, ${instantText(sql`j.ended_at`)} as ended_at`;

export async function findJob(
  db: Db,
  { id, userId, subject }: { id: number; userId: number; subject: ImportSubject },
): Promise<Job | null> {
  return findJson<Job>(
    db,
    sql`select ${jobColumns} from import_jobs j
      where j.id = ${id} and j.user_id = ${userId} and j.subject = ${subject}`,
  );
}

export async function listJobs(
  db: Db,
  { userId, subject }: { userId: number; subject: ImportSubject },
): Promise<Job[]> {
  const result = await sql<{ record: Job }>`select row_to_json(r) as record from (
    select ${jobColumns} from (
      select i.*, '[]'::jsonb as errors from (
        select id, kind, status, dry_run, file_name, processed, total, created, updated, unchanged,
          failed, batch_id, error, created_at, ended_at
        from import_jobs where user_id = ${userId} and kind = 'import' and subject = ${subject}
        order by id desc limit 10) i
    ) j order by j.id desc) r`.execute(db);
  return result.rows.map((row) => row.record);
}

interface NewJob {
  userId: number;
  kind: Job['kind'];
  subject: ImportSubject;
  fileName: string;
  total: number;
  dryRun: boolean;
  now: Date;
}

export async function addJob(db: Db, job: NewJob): Promise<number> {
  const result = await sql<{ id: number }>`insert into import_jobs
    (user_id, kind, subject, dry_run, file_name, total, created_at, updated_at)
    values (${job.userId}, ${job.kind}, ${job.subject}, ${job.dryRun}, ${job.fileName}, ${job.total}, ${job.now}, ${job.now})
    returning id`.execute(db);
  return result.rows[0]?.id ?? 0;
}

/** Shows until the transaction ends that someone runs the job; throws when it was ended as abandoned before. */
export async function holdJob(trx: Transaction, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${jobLocks}, ${id}::integer)`.execute(trx);
  const running = await sql`select from import_jobs
    where id = ${id} and status = 'running'`.execute(trx);
  if (running.rows.length === 0) throw new Error('The job was ended while it waited');
}

/**
 * One import writes at a time in all copies of the server, and one dry run reads; true when this one may, until its
 * transaction ends.
 */
export async function takeTurn(trx: Transaction, dryRun: boolean): Promise<boolean> {
  const turn = sql.lit(dryRun ? -1 : 0);
  const result = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(${jobLocks}, ${turn}) as got`.execute(trx);
  return result.rows[0]?.got ?? false;
}

export type Counts = Pick<Job, 'processed' | 'created' | 'updated' | 'unchanged' | 'failed'>;

/** Stores the job's counts; false when cancelling was requested. */
export async function keepCounts(
  db: Db,
  id: number,
  { counts, now }: { counts: Counts; now: Date },
): Promise<boolean> {
  const result = await sql<{ cancel_requested: boolean }>`update import_jobs set
      processed = ${counts.processed}, created = ${counts.created}, updated = ${counts.updated},
      unchanged = ${counts.unchanged}, failed = ${counts.failed}, updated_at = ${now}
    where id = ${id} returning cancel_requested`.execute(db);
  return !(result.rows[0]?.cancel_requested ?? true);
}

interface Ending {
  status: 'done' | 'failed' | 'cancelled';
  /** Zero for a job that is not done, since its changes were rolled back. */
  counts: Counts;
  errors?: readonly RowError[];
  batchId?: number | null;
  refused?: string | null;
  error?: string;
  now: Date;
}

/** Ends a running job; one that has ended is unchanged. */
export async function endJob(db: Db, id: number, ending: Ending): Promise<void> {
  const { counts, now } = ending;
  await sql`update import_jobs set status = ${ending.status}, processed = ${counts.processed},
      total = case when ${ending.status} = 'done' then ${counts.processed} else total end,
      created = ${counts.created}, updated = ${counts.updated}, unchanged = ${counts.unchanged},
      failed = ${counts.failed}, errors = ${JSON.stringify(ending.errors ?? [])}::jsonb,
      refused = ${ending.refused ?? null}, batch_id = ${ending.batchId ?? null}, error = ${ending.error ?? null},
      updated_at = ${now}, ended_at = ${now}
    where id = ${id} and status = 'running'`.execute(db);
}

/** False when the job is not running. */
export async function askForEnd(db: Db, id: number, userId: number): Promise<boolean> {
  const result = await sql`update import_jobs set cancel_requested = true
    where id = ${id} and user_id = ${userId} and kind = 'import' and status = 'running'
    returning id`.execute(db);
  return result.rows.length > 0;
}

/** The refused rows as they stood in the file; null where there are none. */
export async function findRefused(db: Db, id: number, userId: number): Promise<string | null> {
  const result = await sql<{ refused: string | null }>`select refused from import_jobs
    where id = ${id} and user_id = ${userId}`.execute(db);
  return result.rows[0]?.refused ?? null;
}

interface Abandoned {
  id: number;
  user_id: number;
  kind: Job['kind'];
  subject: ImportSubject;
  file_name: string;
  dry_run: boolean;
}

/** Running jobs without a sign of life since `before` that no one holds; locked in this transaction. */
export async function lockAbandoned(trx: Transaction, before: Date): Promise<Abandoned[]> {
  const result = await sql<Abandoned>`select id, user_id, kind, subject, file_name, dry_run
    from import_jobs
    where status = 'running' and updated_at < ${before}
      and pg_try_advisory_xact_lock(${jobLocks}, id)
    for update skip locked`.execute(trx);
  return result.rows;
}

/** Puts what imports wrote into its place in the search indexes (migration 0116). */
export async function settleSearch(db: Db): Promise<void> {
  await sql`select settle_search()`.execute(db);
}
