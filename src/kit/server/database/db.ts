import pg from 'pg';
import { Kysely, PostgresDialect, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { Field, Fields } from '~/kit/shared/fields/fields';
import { StartError } from '~/kit/server/errors';
import { pooledClient } from './pooled';
import { preparingPool } from './prepared';
import { type Readable, readingFrom } from './replica';
import { silentMs, watchedClient } from './silent-lines';
import { nextTick } from 'node:process';
import { Socket } from 'node:net';

export type Db = QueryExecutorProvider;

export type SqlPart = RawBuilder<unknown>;

export interface Connection extends pg.ClientConfig {
  /** Where a session can be had, when this goes through a pooler that keeps none (DATABASE_DIRECT_URL). */
  direct?: pg.ClientConfig;
  /** A replica, past any pooler of transactions (DATABASE_REPLICA_URL). */
  replica?: pg.ClientConfig;
}

export interface Database {
  pool: pg.Pool;
  db: Db;
  /** A connection next to the pool and without its limits, for what takes minutes; the caller ends it. */
  openClient: () => Promise<pg.Client>;
  /** For a read that takes long: the client given, or one of a replica that is as far, which is released in its place. */
  readable: Readable;
  close(): Promise<void>;
}

// One form on the wire: amounts are numbers (exact below 2^53 paise), days stay text, instants are ISO 8601 in UTC.
const numericType = 1700;
const int8Type = 20;
const dateType = 1082;
const timestampType = 1184;

const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (type === numericType || type === int8Type) return Number;
    if (type === dateType) return String;
    if (type === timestampType) return (text: string) => new Date(text).toISOString();
    return pg.types.getTypeParser(type, format ?? 'text') as (text: string) => unknown;
  },
};

const options =
  '-c TimeZone=UTC -c jit=off -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000';

/**
 * Opens the pool. `lost` is called for connections that the server broke; the pool replaces them on its own, as it does
 * those that are silent for `limitMs` while an answer is due.
 */
export function openDatabase(
  connection: pg.PoolConfig & Connection,
  lost: (error: Error) => void,
  limitMs = silentMs,
): Database {
  const isPooled = connection.direct !== undefined;
  const onError = (error: Error) => {
    // The pool adds the client to it, with the values that were sent: nothing for a log.
    Reflect.deleteProperty(error, 'client');
    lost(error);
  };
  const pool = openPool({ connection, isPooled, limitMs }, onError);
  const replica = connection.replica
    ? openPool({ connection: { max: 6, ...connection.replica }, isPooled: false, limitMs }, onError)
    : null;
  const db = new Kysely<Record<never, never>>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, isPooled) }),
  });
  return {
    pool,
    db,
    openClient: () => openClient(connection),
    readable: replica ? readingFrom(replica, onError) : async (client) => client,
    close: async () => {
      await replica?.end();
      // It ends no pool that it was never asked to read from.
      await db.destroy();
      if (!pool.ending) await pool.end();
    },
  };
}

function openPool(
  {
    connection,
    isPooled,
    limitMs,
  }: { connection: pg.PoolConfig; isPooled: boolean; limitMs: number },
  lost: (error: Error) => void,
): pg.Pool {
  const watched = watchedClient(limitMs);
  const pool = new pg.Pool({
    max: 12,
    connectionTimeoutMillis: 5000,
    // Jobs come around every ten seconds: each connection that waits for them is 15 to 25 MB of memory.
    idleTimeoutMillis: 4000,
    types,
    ...(isPooled ? { Client: pooledClient(watched) } : { Client: watched, options }),
    stream: () => new GatheringSocket(),
    ...connection,
  });
  pool.on('error', lost);
  // The pool does not listen for errors of a client that is checked out, and an unheard error event ends Node.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The connection past a pooler, for what lives as long as its session: LISTEN, settings, locks that outlive a transaction. */
export function directly(connection: Connection): pg.ClientConfig {
  return connection.direct ?? connection;
}

/** Opens a separate connection, past a pooler, without time limits; a broken one fails its next statement. */
export async function openClient(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 5000, ...directly(connection) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The row of a statement that always gives one, as an aggregate does. */
export async function oneRow<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The statement gave no row');
  return row;
}

/** Typed statements on one connection, within its current transaction if there is one. */
export function dbOn(client: pg.ClientBase): Db {
  const held = { query: client.query.bind(client), release: () => undefined };
  return new Kysely<Record<never, never>>({
    dialect: new PostgresDialect({
      pool: { connect: async () => held, end: async () => undefined },
    }),
  });
}

/** Throws StartError with the reason, which never holds the password, when a variable's address leads to no database. */
export async function requireDatabase(variable: string, connectionString: string): Promise<void> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined);
    await client.connect();
  } catch (error) {
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
    throw new StartError(`${variable}: ${first instanceof Error ? first.message : String(first)}`);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** The five-character SQLSTATE of a PostgreSQL error, or ''. */
export function databaseCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

const columnTexts = new WeakMap<Fields, Map<string, RawBuilder<unknown>>>();

/** The columns of an entity as its wire has them, as one piece of text: statements are compiled again every time. */
export function columnsOf(fields: Fields, alias: string): RawBuilder<unknown> {
  const cached = columnTexts.get(fields) ?? new Map<string, RawBuilder<unknown>>();
  columnTexts.set(fields, cached);
  const text = cached.get(alias) ?? sql.raw(wireColumns(fields, alias));
  cached.set(alias, text);
  return text;
}

function wireColumns(fields: Fields, alias: string): string {
  return Object.entries(fields)
    .filter(([, field]) => !field.derived)
    .map(([name, field]) => wireColumn(name, field, alias))
    .join(', ');
}

function wireColumn(name: string, field: Field, alias: string): string {
  const column = `"${alias}"."${name}"`;
  // Not a subquery of each row: it is read once for the statement.
  if (field.kind === 'custom')
    return `${column} - (select hidden_custom('${field.to ?? ''}')) as "${name}"`;
  if (field.kind !== 'instant') return column;
  return `to_char(${column} at time zone 'UTC', ${instantFormat}) as "${name}"`;
}

const instantFormat = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

export function instantText(expression: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${expression} at time zone 'UTC', ${sql.raw(instantFormat)})`;
}

export async function findJson<Row>(db: Db, select: RawBuilder<unknown>): Promise<Row | null> {
  const result = await sql<{
    record: Row;
  }>`select row_to_json(r) as record from (${select}) r`.execute(db);
  return result.rows[0]?.record ?? null;
}

type Done = (error?: Error | null) => void;

/**
 * A socket that joins all writes of one turn of the event loop into one: waking the reader for each
 * statement costs both sides more than the bytes.
 */
class GatheringSocket extends Socket {
  #gathers = false;

  override write(
    chunk: Uint8Array | string,
    encoding?: BufferEncoding | Done,
    done?: Done,
  ): boolean {
    this.#gather();
    if (typeof encoding === 'function') return super.write(chunk, encoding);
    return typeof chunk === 'string'
      ? super.write(chunk, encoding, done)
      : super.write(chunk, done);
  }

  #gather(): void {
    if (this.#gathers) return;
    this.#gathers = true;
    this.cork();
    nextTick(() => {
      this.#gathers = false;
      this.uncork();
    });
  }
}
