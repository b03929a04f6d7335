import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryExecutor,
  type QueryExecutorProvider,
  type QueryResult,
  sql,
} from 'kysely';
import { AppError, isDeclared } from '~/kit/server/errors';
import { databaseCode, type Db } from './db';
import { isOutdated } from './prepared';

const retried = new Set(['40001', '40P01']);
const aborted = '25P02';

type SendOfIds = (trx: Transaction, ids: readonly number[]) => Promise<unknown>;

/**
 * A transaction in progress, from `inTransaction`. Functions that lock, or whose statements belong together, require it;
 * those that only read take a `Db`, a transaction or the pool.
 */
export class Transaction implements QueryExecutorProvider {
  readonly #executor: QueryExecutor;
  readonly #endings: (() => Promise<unknown>)[] = [];
  readonly #idsOf = new Map<SendOfIds, number[]>();
  readonly #held = new Map<string, Promise<unknown>>();

  constructor(executor: QueryExecutor) {
    this.#executor = executor;
  }

  getExecutor(): QueryExecutor {
    return this.#executor;
  }

  /** `send` runs when the work is done; its one statement is sent with the commit, so that it awaits nothing before. */
  beforeCommit(send: () => Promise<unknown>): void {
    this.#endings.push(send);
  }

  /** The same once for all ids that are given to `send`. */
  beforeCommitOf(send: SendOfIds, id: number): void {
    const ids = this.#idsOf.get(send) ?? [];
    if (ids.length === 0) this.beforeCommit(() => send(this, ids));
    this.#idsOf.set(send, ids);
    ids.push(id);
  }

  /** What `read` gave for this name before: for rows that cannot change until the transaction ends, as it holds them. */
  once<T>(name: string, read: () => Promise<T>): Promise<T> {
    const result = (this.#held.get(name) as Promise<T> | undefined) ?? read();
    this.#held.set(name, result);
    return result;
  }

  /** What it held may change, or be another's to change. */
  forget(): void {
    this.#held.clear();
  }

  finish(): void {
    for (const send of this.#endings.splice(0)) withNext(send());
  }
}

const linesOf = new WeakMap<Transaction, SentStatements>();

/**
 * Runs statements that may fail without the transaction: when one of them throws, what `work` did is taken back and the
 * error thrown. Not for functions that note lines of the feed, which would stay.
 */
export async function attempt<T>(trx: Transaction, work: () => Promise<T>): Promise<T> {
  const line = linesOf.get(trx);
  if (!line) throw new Error('This transaction was not started by inTransaction');
  line.add('savepoint attempted');
  try {
    const result = await work();
    line.add('release savepoint attempted');
    return result;
  } catch (error) {
    line.takeBack('rollback to savepoint attempted; release savepoint attempted');
    trx.forget();
    throw error;
  }
}

/** Who writes and when, for the audit log (docs/product/log.md#who-and-from-where). */
export interface Actor {
  at: Date;
  /** Null for the system itself, and for someone who is not signed in. */
  user: number | null;
  session: number | null;
  address: string | null;
}

export function systemAt(at: Date): Actor {
  return { at, user: null, session: null, address: null };
}

const mostAttempts = 5;
const pauseMs = 50;

/**
 * Runs `work` in a transaction; after a serialization failure, a deadlock or an altered table again, five times at most, after a
 * pause that differs, so that those it met are done. Without an actor the log has the system as the writer, and the
 * database's clock.
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Transaction) => Promise<T>,
  actor?: Actor,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inOneTransaction(db, work, actor);
    } catch (error) {
      const isRetried = retried.has(databaseCode(error)) || isOutdated(error);
      if (attempt === mostAttempts || !isRetried) throw error;
      await sleep(Math.random() * pauseMs * attempt);
    }
  }
}

const listeners = new WeakMap<Db, () => void>();

/** Calls `onCommitted` after each commit of a transaction on this database; one listener each. */
export function onCommit(db: Db, onCommitted: () => void): void {
  listeners.set(db, onCommitted);
}

/**
 * Runs `work` in a transaction, all or nothing. Statements sent together (`Promise.all`) run in order and share one
 * round trip, which costs as much as a small statement (docs/decisions/0014).
 */
export async function inOneTransaction<T>(
  db: Db,
  work: (trx: Transaction) => Promise<T>,
  actor?: Actor,
): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    const sent = new SentStatements(connection);
    const trx = new Transaction(
      executor.withConnectionProvider({ provideConnection: (consumer) => consumer(sent) }),
    );
    linesOf.set(trx, sent);
    try {
      sent.add(beginOf(actor));
      const result = await work(trx);
      trx.finish();
      sent.add('commit');
      await sent.settled();
      listeners.get(db)?.();
      return result;
    } catch (error) {
      sent.add('rollback');
      await sent.settled().catch(() => undefined);
      // Statements after the failed one only report that the transaction is aborted.
      throw databaseCode(error) === aborted ? (sent.failure ?? error) : error;
    }
  });
}

/** One message for both, for the actor must be known before the first row is written. */
function beginOf(actor: Actor | undefined): string {
  if (!actor) return 'begin';
  return `begin; set local app.actor = '${JSON.stringify(actor).replaceAll("'", "''")}'`;
}

/** For a statement whose result is not needed: it is sent with the next one, and its failure fails the transaction. */
export function withNext(statement: Promise<unknown>): void {
  statement.catch(() => undefined);
}

/** Takes the lock of this name (`noun.what`) and holds it until the transaction ends. */
export async function lockName(trx: Transaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Holds the lock of this name together with others that share it; `lockName` waits for all of them. */
export async function shareName(trx: Transaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(trx);
}

/** A trigger refuses with the SQLSTATE P0409, a sentence, and the code of the refusal as the detail. */
function refuse(error: unknown): never {
  const isRefusal = error instanceof DatabaseError && error.code === 'P0409';
  throw isRefusal && isDeclared(error.detail) ? new AppError(error.detail, error.message) : error;
}

class SentStatements implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  #last: Promise<unknown> = Promise.resolve();
  failure: Error | undefined;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.#connection.executeQuery<R>(query).catch(refuse);
    this.#last = result;
    result.catch((error: unknown) => {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
    });
    return result;
  }

  add(text: string): void {
    withNext(this.executeQuery(CompiledQuery.raw(text)));
  }

  takeBack(text: string): void {
    this.failure = undefined;
    this.add(text);
  }

  async settled(): Promise<void> {
    await Promise.allSettled([this.#last]);
    if (this.failure) throw this.failure;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed inside of a transaction.');
  }
}
