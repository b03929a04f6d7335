import { type RawBuilder, sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';

/**
 * Something that is kept for a time and then forgotten (docs/product/retention.md); contributed by the module that owns it.
 * Several may be of one kind.
 */
export interface Trace {
  kind: string;
  oldest: (db: Db) => Promise<Date | null>;
  /** Deletes at most `most` from before a moment, and gives how many. */
  forget: (db: Db, batch: Batch) => Promise<number>;
}

export interface Batch {
  before: Date;
  most: number;
}

interface Rows {
  table: string;
  /** The moment from which on a row's time is counted. */
  at: string;
  only?: RawBuilder<boolean>;
}

/** Rows of a table, by a column of theirs. What someone else holds locked waits for another night. */
export function rowsTrace(kind: string, { table, at, only = sql<boolean>`true` }: Rows): Trace {
  const [from, column] = [sql.table(table), sql.ref(at)];
  return {
    kind,
    oldest: async (db) => {
      const found = await sql<{ oldest: string | null }>`
        select ${instantText(sql`min(${column})`)} as oldest from ${from} where ${only}`.execute(
        db,
      );
      const oldest = found.rows[0]?.oldest ?? null;
      return oldest === null ? null : new Date(oldest);
    },
    forget: async (db, { before, most }) => {
      const result = await sql<{ n: number }>`with gone as (
          delete from ${from} where ctid = any (array(
            select ctid from ${from} where ${column} < ${before} and ${only}
            limit ${most} for update skip locked)) returning 1)
        select count(*)::integer as n from gone`.execute(db);
      return result.rows[0]?.n ?? 0;
    },
  };
}

/** The oldest part of the log, which the database itself removes and never before eight years (docs/product/log.md#how-long). */
export const logTrace: Trace = {
  kind: 'log',
  oldest: async (db) => {
    const found = await sql<{ at: string }>`select ${instantText(sql`at`)} as at from audit_log
      order by id limit 1`.execute(db);
    const [first] = found.rows;
    return first ? new Date(first.at) : null;
  },
  forget: async (db, { before, most }) => {
    const result = await sql<{
      n: number;
    }>`select forget_audit_log(${before}, ${most}) as n`.execute(db);
    return result.rows[0]?.n ?? 0;
  },
};

/** What the tools of the kit leave behind. */
export const kitTraces: readonly Trace[] = [
  rowsTrace('repeat_keys', { table: 'idempotency_keys', at: 'created_at' }),
  rowsTrace('activity', { table: 'activity', at: 'created_at' }),
  rowsTrace('mails', {
    table: 'mails',
    at: 'created_at',
    only: sql<boolean>`status in ('accepted', 'failed')`,
  }),
  logTrace,
];
