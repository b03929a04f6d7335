import { sql } from 'kysely';
import { type Db, findJson, instantText, type SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { KindWithRights } from '~/modules/organization/kinds/kinds.rules';
import type { Job, RowError } from '../imports.fields';

/** The first half of the advisory lock that the runner of a job holds. */
const jobLocks = sql.lit(8);

const jobColumns = (
  errors: SqlPart,
) => sql`id as job_id, kind, status, dry_run, file_name, processed,
  total, created, updated, unchanged, failed, ${errors} as errors, batch_id, error,
  ${instantText(sql`created_at`)} as created_at, ${instantText(sql`ended_at`)} as ended_at`;

interface Owned {
  userId: number;
  subject: KindWithRights;
}

export async function findJob(db: Db, id: number, { userId, subject }: Owned): Promise<Job | null> {
  return findJson<Job>(
    db,
    sql`select ${jobColumns(sql`errors`)} from import_jobs
      where id = ${id} and user_id = ${userId} and subject = ${subject}`,
  );
}

export async function listJobs(db: Db, { userId, subject }: Owned): Promise<Job[]> {
  const result = await sql<{ record: Job }>`select row_to_json(r) as record from (
    select ${jobColumns(sql`'[]'::jsonb`)} from import_jobs
    where user_id = ${userId} and kind = 'import' and subject = ${subject}
    order by id desc limit 10) r`.execute(db);
  return result.rows.map((row) => row.record);
}

/** A job as it was started. */
export interface StartedJob {
  id: number;
  user_id: number;
  kind: Job['kind'];
  subject: KindWithRights;
  dry_run: boolean;
  file_name: string;
  total: number;
}

export async function addJob(db: Db, job: Omit<StartedJob, 'id'>, now: Date): Promise<StartedJob> {
  const { user_id, kind, subject, dry_run, file_name, total } = job;
  const result = await sql<{ id: number }>`insert into import_jobs
    (user_id, kind, subject, dry_run, file_name, total, created_at, updated_at)
    values (${user_id}, ${kind}, ${subject}, ${dry_run}, ${file_name}, ${total}, ${now}, ${now})
    returning id`.execute(db);
  return { ...job, id: result.rows[0]?.id ?? 0 };
}

/** Shows until the transaction ends that the job is running; throws when it was ended as abandoned before. */
export async function holdJob(trx: Transaction, { id }: StartedJob): Promise<void> {
  await sql`select pg_advisory_xact_lock(${jobLocks}, ${id}::integer)`.execute(trx);
  const running = await sql`select from import_jobs
    where id = ${id} and status = 'running'`.execute(trx);
  if (running.rows.length === 0) throw new Error('The job was ended while it waited');
}

/** Imports that write wait for each other, and so do dry runs; those of small files do not wait for large ones. */
export type Lane = 'writing' | 'large' | 'small';

const laneLocks: Readonly<Record<Lane, number>> = { writing: 0, large: -1, small: -2 };

/** One job of each lane is at work at a time in all copies of the server; true when this one may, until its transaction ends. */
export async function takeTurn(trx: Transaction, lane: Lane): Promise<boolean> {
  const result = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(${jobLocks}, ${sql.lit(laneLocks[lane])}) as got`.execute(
    trx,
  );
  return result.rows[0]?.got ?? false;
}

export type Counts = Pick<Job, 'processed' | 'created' | 'updated' | 'unchanged' | 'failed'>;

export const nothing: Counts = { processed: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };

const countColumns = (counts: Counts) => sql`processed = ${counts.processed},
  created = ${counts.created}, updated = ${counts.updated}, unchanged = ${counts.unchanged},
  failed = ${counts.failed}`;

/** Stores the job's counts; false when cancelling was requested. */
export async function keepCounts(
  db: Db,
  { id }: StartedJob,
  { counts, now }: { counts: Counts; now: Date },
): Promise<boolean> {
  const result = await sql<{ cancel_requested: boolean }>`update import_jobs
    set ${countColumns(counts)}, updated_at = ${now}
    where id = ${id} returning cancel_requested`.execute(db);
  return !(result.rows[0]?.cancel_requested ?? true);
}

interface Ending {
  status: 'done' | 'failed' | 'cancelled';
  /** None for a job that is not done, since its changes were rolled back. */
  counts?: Counts;
  errors?: readonly RowError[];
  batchId?: number | null;
  refused?: string | null;
  error?: string;
  now: Date;
}

/** Ends a running job; one that has ended is unchanged. */
export async function endJob(db: Db, { id }: StartedJob, ending: Ending): Promise<void> {
  const { status, counts = nothing, errors = [], batchId = null, refused = null, now } = ending;
  await sql`update import_jobs set status = ${status}, ${countColumns(counts)},
      total = case when ${status} = 'done' then ${counts.processed} else total end,
      errors = ${JSON.stringify(errors)}::jsonb, refused = ${refused}, batch_id = ${batchId},
      error = ${ending.error ?? null}, updated_at = ${now}, ended_at = ${now}
    where id = ${id} and status = 'running'`.execute(db);
}

/** False when the job is not running. */
export async function requestEnd(db: Db, id: number, userId: number): Promise<boolean> {
  const result = await sql`update import_jobs set cancel_requested = true
    where id = ${id} and user_id = ${userId} and kind = 'import' and status = 'running'
    returning id`.execute(db);
  return result.rows.length > 0;
}

/** The refused rows in their original form; null where there are none. */
export async function findRefused(db: Db, id: number, userId: number): Promise<string | null> {
  const result = await sql<{ refused: string | null }>`select refused from import_jobs
    where id = ${id} and user_id = ${userId}`.execute(db);
  return result.rows[0]?.refused ?? null;
}

/** Running jobs without a sign of life since `before` that no server holds; locked in this transaction. */
export async function lockAbandoned(trx: Transaction, before: Date): Promise<StartedJob[]> {
  const result = await sql<StartedJob>`select id, user_id, kind, subject, file_name, dry_run, total
    from import_jobs
    where status = 'running' and updated_at < ${before}
      and pg_try_advisory_xact_lock(${jobLocks}, id)
    for update skip locked`.execute(trx);
  return result.rows;
}

export async function countRows(trx: Transaction, count: SqlPart): Promise<number> {
  const result = await sql<{ count: number }>`${count}`.execute(trx);
  return result.rows[0]?.count ?? 0;
}

/** Moves what imports wrote into the search indexes (migration 0116). */
export async function settleSearch(db: Db): Promise<void> {
  await sql`select settle_search()`.execute(db);
}
