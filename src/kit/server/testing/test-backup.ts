import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { openClient } from '~/kit/server/database/db';
import { restoreBackup, type RestoredBackup } from '~/kit/server/backup/restore-backup';
import { writeBackup, type WrittenBackup } from '~/kit/server/backup/write-backup';
import { createEmptyDatabase, type TestDatabase } from './test-database';

const now = new Date('2026-11-22T20:30:00.000Z');

/** A folder that is thrown away, with names in it for backups and data folders. */
export async function temporaryFolder(): Promise<{
  name: (what: string) => string;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-backup-'));
  return {
    name: (what) => path.join(folder, `${what}-${randomBytes(4).toString('hex')}`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function withOwnClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(connection);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function backUp(
  { connection }: TestDatabase,
  target: { file: string; dataDir: string; passphrase?: string },
): Promise<WrittenBackup> {
  const { file, dataDir, passphrase } = target;
  const connect = () => openClient(connection);
  return writeBackup({ connect, dataDir, program: '0.1.0' }, { file, passphrase, now });
}

export function restoreInto(
  { connection }: TestDatabase,
  from: { file: string; dataDir: string; passphrase?: string; steps?: string },
): Promise<RestoredBackup> {
  const { file, dataDir, passphrase, steps = path.resolve('migrations') } = from;
  const connect = () => openClient(connection);
  return restoreBackup(
    { file, passphrase },
    { connect, dataDir, steps, settle: async () => undefined },
  );
}

/** Lets a test use a database without a table, and drops it. */
export async function inEmptyDatabase<T>(work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const opened = await createEmptyDatabase();
  try {
    return await work(opened);
  } finally {
    await opened.drop();
  }
}
