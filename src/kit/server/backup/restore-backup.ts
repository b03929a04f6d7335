import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Db, dbOn } from '~/kit/server/database/db';
import {
  applySteps,
  createTables,
  isBeforeBaseline,
  newestStep,
  tooOld,
} from '~/kit/server/database/migrate';
import { damaged } from './backup-chunks';
import { BackupError } from './backup-error';
import {
  type BackupTotals,
  PartCount,
  type PartEnd,
  type SequenceValue,
  type TablePart,
} from './backup-frames';
import { type BackupHeader, newerVersion } from './backup-header';
import { columnsOf, isEmptyDatabase, listTables, plainText, readRows } from './database-content';
import { withOpenTables } from './open-tables';
import { type BackupFile, checkBackup, type PartSink, readBackup, readHeader } from './read-backup';
import { stateFolders } from './write-backup';

export interface RestoreTarget {
  /** Opens its own connection to an empty database; asked only once the backup was found whole. */
  connect: () => Promise<pg.Client>;
  dataDir: string;
  steps: string;
  /** What ends with a restore, such as sessions; in the same transaction, at the program's newest step. */
  settle: (db: Db) => Promise<void>;
}

export interface RestoredBackup extends BackupTotals {
  header: BackupHeader;
}

/**
 * Fills an empty database, and the folders of an empty data folder, with a backup, and brings it up to this program:
 * all in one transaction, after the whole file was read and found undamaged (docs/product/backups.md#restore).
 * BackupError with one sentence, and nothing touched, when that can't be.
 */
export async function restoreBackup(
  backup: BackupFile,
  target: RestoreTarget,
): Promise<RestoredBackup> {
  const { dataDir, steps } = target;
  const { migration } = await readHeader(backup);
  if (migration > (await newestStep(steps))) throw newerVersion();
  const refusal = tooOld('backup', migration);
  if (refusal !== null) throw new BackupError(refusal);
  const { header, totals } = await checkBackup(backup);
  await requireNoFiles(dataDir);
  const client = await target.connect();
  try {
    const half = await emptyHalf(dataDir);
    try {
      await client.query(`begin; ${plainText}`);
      await requireEmpty(client);
      await fill(backup, target, { client, migration, half });
      await moveFiles(half, dataDir);
      await client.query('commit');
    } finally {
      await rm(half, { recursive: true, force: true });
    }
  } finally {
    // What was not committed goes with the connection.
    await client.end();
  }
  return { header, ...totals };
}

const halfName = '.restore-';

/** A folder for files until the end; removes those of restores that were killed. */
async function emptyHalf(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(halfName)) {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
    }
  }
  return mkdtemp(path.join(dataDir, halfName));
}

async function fill(
  backup: BackupFile,
  { steps, settle }: RestoreTarget,
  { client, migration, half }: { client: pg.ClientBase; migration: number; half: string },
): Promise<void> {
  const log = () => undefined;
  await createTables(client, { folder: steps, log, step: migration });
  await withOpenTables(client, () => fillTables(backup, client, { migration, half }));
  // What a browser keeps of the database that was backed up is not of this one.
  await client.query('update installation set id = gen_random_uuid()');
  await applySteps(client, { folder: steps, log, upTo: await newestStep(steps) });
  await settle(dbOn(client));
}

async function requireEmpty(client: pg.ClientBase): Promise<void> {
  // Two restores at once: the second finds what the first brought.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('restore', 0))`);
  if (await isEmptyDatabase(client)) return;
  throw new BackupError('The database is not empty. Restore into an empty database.');
}

async function requireNoFiles(dataDir: string): Promise<void> {
  for (const folder of stateFolders) {
    const inside = await readdir(path.join(dataDir, folder)).catch(() => []);
    if (inside.length === 0) continue;
    throw new BackupError(
      `The folder ${path.join(dataDir, folder)} is not empty. Restore into an empty folder.`,
    );
  }
}

async function fillTables(
  backup: BackupFile,
  client: pg.ClientBase,
  { migration, half }: { migration: number; half: string },
): Promise<void> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  const names = [...tables.keys()].map((name) => client.escapeIdentifier(name));
  // The steps themselves bring rows, which the backup has as well.
  await client.query(`truncate ${names.join(', ')}`);
  await readBackup(backup, {
    sequences: (values) => setSequences(client, values),
    file: ({ path: name }) => fileSink(half, name),
    table: async (table) => {
      const local = tables.get(table.name);
      tables.delete(table.name);
      if (!local || !hasColumns(local, table, migration)) throw strange(table.name);
      return tableSink(client, table);
    },
  });
  const [missing] = tables.keys();
  if (missing !== undefined) throw strange(missing);
}

/** Columns that the steps since the backup add have their default until those steps are taken. */
function hasColumns(table: TablePart, { columns }: TablePart, migration: number): boolean {
  if (!isBeforeBaseline(migration)) return String(table.columns) === String(columns);
  return columns.every((column) => table.columns.includes(column));
}

function strange(table: string): BackupError {
  return new BackupError(
    `Table ${table} has a different structure in this version. Restore with the version that made the backup.`,
  );
}

async function tableSink(client: pg.ClientBase, table: TablePart): Promise<PartSink> {
  const copy = client.query(copyFrom(`copy ${columnsOf(client, table)} from stdin`));
  const sink = sinkInto(copy);
  return {
    write: sink.write,
    end: async (count) => {
      await sink.end(count);
      await requireSame(client, table, count);
    },
  };
}

async function requireSame(
  client: pg.ClientBase,
  table: TablePart,
  expected: PartEnd,
): Promise<void> {
  const found = new PartCount();
  for await (const bytes of readRows(client, table)) found.add(bytes);
  if (found.end().sha256 === expected.sha256) return;
  throw new BackupError(
    `Table ${table.name} was not restored correctly: its rows differ from the backup.`,
  );
}

async function fileSink(half: string, name: string): Promise<PartSink> {
  const [folder = '', ...rest] = name.split('/');
  const isSafe = stateFolders.includes(folder) && rest.length > 0 && !rest.includes('..');
  if (!isSafe) throw damaged();
  const file = path.join(half, folder, ...rest);
  await mkdir(path.dirname(file), { recursive: true });
  return sinkInto(createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
}

function sinkInto(stream: Writable | WriteStream): PartSink {
  let failure: Error | undefined;
  stream.on('error', (error: Error) => (failure ??= error));
  return {
    write: async (bytes) => {
      if (failure) throw failure;
      if (!stream.write(bytes)) await once(stream, 'drain');
    },
    end: async () => {
      if (failure) throw failure;
      stream.end();
      await finished(stream);
    },
  };
}

async function setSequences(
  client: pg.ClientBase,
  values: readonly SequenceValue[],
): Promise<void> {
  for (const { name, value, is_called } of values) {
    const identifier = client.escapeIdentifier(name);
    // Some begin with their first use, such as those of each year's order numbers.
    await client.query(`create sequence if not exists ${identifier}`);
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      identifier,
      value,
      is_called,
    ]);
  }
}

async function moveFiles(half: string, dataDir: string): Promise<void> {
  for (const folder of await readdir(half)) {
    await rm(path.join(dataDir, folder), { recursive: true, force: true });
    await rename(path.join(half, folder), path.join(dataDir, folder));
  }
}
