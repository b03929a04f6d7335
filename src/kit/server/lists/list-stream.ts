import { Transform, type Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Db } from '~/kit/server/database/db';

/**
 * A whole list as a JSON array, built by the database and passed through (COPY with row_to_json). A change of one of
 * `tables` changes the list.
 */
export interface ListSource {
  select: RawBuilder<unknown>;
  tables: readonly string[];
  /** What else the list depends on, such as the person; the chosen workspace is always included. */
  of?: string;
}

/** How often each table has changed; equal results mean that nothing changed in between. */
export async function changeCounters(pool: pg.Pool, tables: readonly string[]): Promise<string> {
  // A sequence begins at 1 and gives 1 first: without `is_called` the first change of a table would not be seen.
  const counts = tables.map(
    (table) => `(select last_value + is_called::int from ${table}_changes)`,
  );
  const result = await pool.query<{ version: string }>(
    `select concat_ws('.', ${counts.join(', ')}) as version`,
  );
  return result.rows[0]?.version ?? '';
}

export interface OpenList {
  stream: Readable;
  /** False while a transaction was writing one of its tables: its change is counted but not yet visible. */
  settled: boolean;
}

export function listStatement(db: Db, source: ListSource): string {
  const { sql: text, parameters } = sql`copy (
    select ',' || row_to_json(r)::text from (${source.select}) r
  ) to stdout (format csv, quote E'\\x01', delimiter E'\\x02')`.compile(db);
  if (parameters.length > 0)
    throw new Error('A list cannot take parameters: write literals with sql.lit');
  return text;
}

/** Opens the list as a stream of JSON text; the connection goes back to the pool when the stream ends or breaks. */
export async function openList(
  pool: pg.Pool,
  { statement, tables }: { statement: string; tables: readonly string[] },
): Promise<OpenList> {
  const client = await pool.connect();
  try {
    // Before the list's own snapshot: a writer seen as ended here is certainly visible to the list. Every writer holds
    // this lock on the table until its transaction ends, and takes it before the change is counted.
    const writers = await client.query<{ settled: boolean }>(
      `select not exists (select from pg_locks where locktype = 'relation' and mode = 'RowExclusiveLock'
        and relation = any ($1::regclass[])
        and database = (select oid from pg_database where datname = current_database())) as settled`,
      [tables],
    );
    const copy = client.query(copyTo(statement));
    return { stream: wrapped(copy, client), settled: writers.rows[0]?.settled ?? false };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** `{"success":true,"data":[…]}` around lines that each begin with a comma; the first comma is dropped. */
function wrapped(copy: Readable, client: pg.PoolClient): Readable {
  let first = true;
  const json = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (first) this.push('{"success":true,"data":[');
      done(null, first ? chunk.subarray(1) : chunk);
      first = false;
    },
    flush(done) {
      done(null, first ? '{"success":true,"data":[]}' : ']}');
    },
  });
  copy.on('error', (error) => json.destroy(error));
  json.on('close', () => {
    // A client that disconnected leaves the COPY under way: that connection cannot be used again.
    client.release(!copy.readableEnded);
  });
  return copy.pipe(json);
}
