import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type Connection, type Database, openDatabase } from '~/kit/server/database/db';
import { inTransaction } from '~/kit/server/database/transaction';
import { inDatabase, withClient } from './test-setup';

export interface TestDatabase {
  connection: Connection;
  database: Database;
  /** Throws where PostgreSQL counted deadlocks; a connection adds its own when it ends, so it closes `database` and waits for the others. */
  refuseDeadlocks: () => Promise<void>;
  drop: () => Promise<void>;
}

/** Its own database for the calling test file: a clone of the migrated template, 50 ms. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('templateDatabase'));
}

export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const server = inject('testDatabase');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const connection = inDatabase(server, name);
  const database = openDatabase(connection, () => undefined);
  return {
    connection,
    database,
    refuseDeadlocks: async () => {
      await database.close();
      let count = 0;
      await withClient(server, async (client) => {
        const open = 'select from pg_stat_activity where datname = $1';
        while ((await client.query(open, [name])).rowCount !== 0);
        const text = 'select deadlocks::integer from pg_stat_database where datname = $1';
        count = (await client.query<{ deadlocks: number }>(text, [name])).rows[0]?.deadlocks ?? 0;
      });
      if (count > 0) throw new Error(`PostgreSQL counted ${count} deadlocks`);
    },
    drop: async () => {
      await database.close();
      await withClient(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

export async function emptyTables({ db }: Database, ...tables: readonly string[]): Promise<void> {
  const names = sql.join(tables.map((table) => sql.table(table)));
  await inTransaction(db, (trx) => sql`truncate ${names} cascade`.execute(trx));
}
