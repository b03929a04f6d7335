import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { beginPooled } from './pooled';

/**
 * Only so many statements are prepared, none of them very long: each takes memory in every connection of the server.
 */
const mostPrepared = 250;
const longest = 10_000;
const mostSeen = 1000;

/**
 * The pool as the query builder uses it: a statement with parameters that is sent again is prepared, so that the server
 * parses and plans it once a connection instead of once a call (docs/decisions/0013). Not through a pooler, whose
 * sessions change with each transaction.
 */
export function preparingPool(pool: pg.Pool, isPooled: boolean): PostgresPool {
  const names = isPooled ? null : new StatementNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      pipelines(client, true);
      const cached = clients.get(client) ?? new PreparingClient(client, names);
      clients.set(client, cached);
      return cached;
    },
    // The code that opened the pool ends it.
    end: async () => undefined,
  };
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames | null;

  constructor(client: pg.PoolClient, names: StatementNames | null) {
    this.#client = client;
    this.#names = names;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') throw new Error('Cursors are not used here.');
    return this.#send<R>(statement, [...parameters]);
  }

  async #send<R>(text: string, values: unknown[]): Promise<PostgresQueryResult<R>> {
    if (!this.#names)
      return this.#sendAs<R>(null, isBegin(text) ? beginPooled(text) : text, values);
    const name = values.length > 0 ? this.#names.of(text) : null;
    try {
      return await this.#sendAs<R>(name, text, values);
    } catch (error) {
      if (name === null || !isOutdated(error)) throw error;
      this.#names.forget(name);
      // Within a transaction everything has to be done again (`inTransaction`).
      if (this.#client.getTransactionStatus() !== 'I') throw error;
      return this.#sendAs<R>(null, text, values);
    }
  }

  #sendAs<R>(name: string | null, text: string, values: unknown[]) {
    const query = name === null ? { text, values } : { name, text, values };
    return this.#client.query(query) as Promise<unknown> as Promise<PostgresQueryResult<R>>;
  }

  release(): void {
    // The caller may run COPY, which pipelining rules out.
    pipelines(this.#client, false);
    this.#client.release();
  }
}

/** A table was altered by another connection (an upgrade, a restore), and a prepared statement that reads it gives other columns. */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

function isBegin(text: string): boolean {
  return text === 'begin' || text.startsWith('begin;');
}

function pipelines(client: { pipeline: boolean }, does: boolean): void {
  client.pipeline = does;
}

class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  #forgotten = 0;

  of(text: string): string | null {
    const cached = this.#names.get(text);
    if (cached) return cached;
    if (this.#names.size === mostPrepared || text.length > longest) return null;
    if (!this.#seen.delete(text)) {
      if (this.#seen.size === mostSeen) this.#seen.clear();
      this.#seen.add(text);
      return null;
    }
    const name = `statement_${this.#forgotten}_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }

  /** Every connection prepares everything again: what outdated one statement outdated others. */
  forget(name: string): void {
    if (![...this.#names.values()].includes(name)) return;
    this.#forgotten += 1;
    this.#names.clear();
  }
}
