import { Transform, type Readable } from 'node:stream';
import { sql } from 'kysely';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database, Db } from '~/kit/server/database/db';
import { cursorText, originOf } from './cursor';
import { locationText, type Stand } from './list-changes';
import type { ListSource } from './list-source';

export interface OpenList {
  stream: Readable;
  location: string;
  snapshot: string;
}

/** How the rows are wrapped: bare for the list itself, in an object for the answer to `since`. */
export type Envelope = 'list' | 'since';

export function listStatement(db: Db, { select }: Pick<ListSource, 'select'>): string {
  const { sql: text, parameters } = sql`copy (
    select ',' || row_to_json(r)::text from (${select}) r
  ) to stdout (format csv, quote E'\\x01', delimiter E'\\x02')`.compile(db);
  if (parameters.length > 0)
    throw new Error('A list cannot take parameters: write literals with sql.lit');
  return text;
}

/**
 * Opens the list as a stream of JSON text, with the snapshot that it is read with; the connection goes back to the pool
 * when the stream ends or breaks.
 */
export async function openList(
  { pool, readable }: Pick<Database, 'pool' | 'readable'>,
  { statement, envelope }: { statement: string; envelope: Envelope },
): Promise<OpenList> {
  let client = await pool.connect();
  try {
    client = await readable(client);
    const reader = client;
    const { location, snapshot } = await beginReading(reader);
    const copy = reader.query(copyTo(statement));
    const cursor = cursorText({ origin: originOf(location, statement), snapshot });
    const stream = wrapped(copy, envelope === 'list' ? bare : answering(cursor));
    copy.on('error', (error) => stream.destroy(error));
    stream.on('close', () => {
      // A client that disconnected leaves the COPY in progress: that connection cannot be used again.
      if (!copy.readableEnded) return reader.release(true);
      reader.query('commit').then(
        () => reader.release(),
        (error: Error) => reader.release(error),
      );
    });
    return { stream, location, snapshot };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Begins a transaction with one snapshot for what is informed of a list and for its rows. */
export async function beginReading(reader: pg.PoolClient): Promise<Stand> {
  const results = (await reader.query<Stand>(begin)) as unknown as pg.QueryResult<Stand>[];
  return results.at(-1)?.rows[0] ?? { location: '', snapshot: '' };
}

// A replica does not list what is in progress: nothing from the first of it on counts as seen. Compiling is off, because it
// takes seconds of a search for which walks were made dear, and a pooled session has no settings (docs/decisions/0050).
const begin = `begin isolation level repeatable read, read only; set local jit = off;
  select ${locationText} as location, case when pg_is_in_recovery()
    then concat(pg_snapshot_xmin(pg_current_snapshot()), ':', pg_snapshot_xmin(pg_current_snapshot()), ':')
    else pg_current_snapshot()::text end as snapshot`;

interface Wrapping {
  head: string;
  tail: string;
}

const bare: Wrapping = { head: '{"success":true,"data":[\n', tail: ']}' };

const answering = (cursor: string): Wrapping => ({
  head: `{"success":true,"data":{"full":true,"cursor":"${cursor}","gone":[],"rows":[\n`,
  tail: ']}}',
});

/** Head and tail around lines that each begin with a comma; the first comma is dropped. A row is a line, for a person who reads it in parts. */
function wrapped(copy: Readable, { head, tail }: Wrapping): Readable {
  let first = true;
  return copy.pipe(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (first) this.push(head);
        done(null, first ? chunk.subarray(1) : chunk);
        first = false;
      },
      flush(done) {
        done(null, first ? head + tail : tail);
      },
    }),
  );
}
