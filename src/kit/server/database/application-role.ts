import pg from 'pg';
import type { Connection, Database } from './db';

/** Whom the product works as on its own database: this role reads and writes records, and owns nothing. */
const role = 'crm_app';

/** What only the database's own functions write, with the rights of its owner (docs/product/log.md#chain). */
const readOnly = [
  'audit_anchor',
  'audit_chain',
  'audit_log',
  'audit_people',
  'audit_queue',
  'audit_values',
  'migrations',
];

/** The connection to work with: on a database of our own that of the role (docs/product/running.md#database), on another that of its address. */
export function asApplication(connection: Connection): Connection {
  return connection.connectionString === undefined ? { ...connection, user: role } : connection;
}

/**
 * Makes the role where there is none, and gives it what it works with; to be called by the owner after the steps of the
 * database, whose new tables it does not know.
 */
export async function makeApplicationRole({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const found = await pool.query<{ schema: string; existing: boolean }>(
    'select current_schema() as schema, exists (select from pg_roles where rolname = $1) as existing',
    [role],
  );
  const [database] = found.rows;
  if (!database?.existing) await pool.query(`create role ${role} login`);
  const schema = pg.escapeIdentifier(database?.schema ?? '');
  // Copies of the server that start at once would change the same rows of the catalogue.
  await pool.query(`begin;
    select pg_advisory_xact_lock(hashtextextended('database.grants', 0));
    grant usage on schema ${schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${schema} to ${role};
    grant usage, select on all sequences in schema ${schema} to ${role};
    alter default privileges in schema ${schema} grant usage, select on sequences to ${role};
    revoke insert, update, delete on ${readOnly.join(', ')} from ${role};
    commit`);
}
