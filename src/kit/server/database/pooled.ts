import type pg from 'pg';

declare module 'pg' {
  interface Client {
    getStartupConf(): Record<string, string>;
  }
}

type ClientClass = new (config?: pg.ClientConfig) => pg.Client;

/**
 * A client for a line through a pooler that lends a session for one transaction, as PgBouncer does in its transaction
 * mode: at its start it may only send settings that the pooler passes on to each session (docs/decisions/0050).
 */
export function pooledClient(base: ClientClass): ClientClass {
  return class extends base {
    override getStartupConf(): Record<string, string> {
      return { ...super.getStartupConf(), TimeZone: 'UTC' };
    }
  };
}

/** Adds to the first message of each transaction the settings that a direct session gets at its start. */
export function beginPooled(begin: string): string {
  return `${begin}; set local jit = off; set local statement_timeout = 60000; set local idle_in_transaction_session_timeout = 60000`;
}
