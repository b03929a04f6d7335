import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '~/kit/server/postgres/embedded';
import { makeApplicationRole } from '~/kit/server/database/application-role';
import { type Connection, directly } from '~/kit/server/database/db';
import { migrate } from '~/kit/server/database/migrate';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: Connection;
    templateDatabase: string;
    /** By `vitest -u`. */
    updatesSnapshots: boolean;
  }
}

/**
 * One PostgreSQL for the whole run: our own in a folder that is thrown away, or the server that TEST_DATABASE_URL
 * names (through a pooler, when TEST_DATABASE_DIRECT_URL is next to it). Migrated once into a template, of which every test file clones its own database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'];
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-test-'));
  const embedded = url
    ? null
    : await startEmbedded({ dataDir: folder, isThrownAway: true, log: () => undefined });
  const connection = embedded ? embedded.connection : named(url);
  const template = `crm_template_${process.pid}`;
  await withClient(connection, (client) => client.query(`create database ${template}`));
  const pool = new pg.Pool(directly(inDatabase(connection, template)));
  await migrate(pool, { folder: path.resolve('migrations'), log: () => undefined });
  // Roles belong to the whole server: files that start at once would make it twice.
  if (embedded) await makeApplicationRole({ pool });
  // Else copies made later than ten minutes would begin with entries that wait too long for their seal.
  await pool.query('select seal_audit_log(1000000)');
  await pool.end();
  project.provide('testDatabase', connection);
  project.provide('templateDatabase', template);
  const { updateSnapshot } = project.config.snapshotOptions;
  project.provide('updatesSnapshots', updateSnapshot === 'all');
  return async () => {
    if (url)
      await withClient(connection, (client) =>
        client.query(`drop database if exists ${template} with (force)`),
      );
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

function named(url: string | undefined): Connection {
  const direct = process.env['TEST_DATABASE_DIRECT_URL'];
  const connection = { connectionString: url };
  return direct === undefined
    ? connection
    : { ...connection, direct: { connectionString: direct } };
}

export function inDatabase({ direct, ...connection }: Connection, database: string): Connection {
  const past = direct === undefined ? {} : { direct: inDatabase(direct, database) };
  if (!connection.connectionString) return { ...connection, ...past, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href, ...past };
}

export async function withClient(
  connection: Connection,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(directly(connection));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
