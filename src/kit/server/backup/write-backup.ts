import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { sealChunks } from './backup-chunks';
import { BackupError } from './backup-error';
import { type BackupTotals, type Frame, frame, PartCount } from './backup-frames';
import { makeHeader } from './backup-header';
import { listTables, plainText, readRows, readSequences } from './database-content';
import { writeWhole } from './whole-file';

/** The folders of DATA_DIR whose files are part of the state; the rest is the cluster, or comes again on its own. */
export const stateFolders: readonly string[] = ['keys', 'outbox'];

export interface BackupSource {
  connect: () => Promise<pg.Client>;
  dataDir: string;
  program: string;
}

export interface BackupTarget {
  file: string;
  passphrase: string | undefined;
  now: Date;
  signal?: AbortSignal | undefined;
}

export interface WrittenBackup extends BackupTotals {
  file: string;
  size: number;
}

/**
 * Writes the database as it is at one moment, and the files that belong to it, into one file: the whole of it is there
 * under its name, or nothing (docs/product/backups.md#file). BackupError when it can't be written.
 */
export async function writeBackup(
  source: BackupSource,
  { file, passphrase, now, signal }: BackupTarget,
): Promise<WrittenBackup> {
  const { dataDir, program } = source;
  const client = await source.connect();
  try {
    await client.query(`begin isolation level repeatable read, read only; ${plainText}`);
    const { bytes, ...sealing } = await makeHeader(
      { program, created_at: now.toISOString(), ...(await identify(client)) },
      passphrase,
    );
    const totals: BackupTotals = { tables: 0, files: 0, rows: 0 };
    const size = await writeWhole(file, (output) =>
      pipeline(
        framesOf(client, dataDir, totals),
        // Five times as fast as the usual level, for a tenth more bytes.
        createGzip({ level: 2 }),
        (packed: AsyncIterable<Buffer>) => behind(bytes, sealChunks(packed, sealing)),
        output,
        { signal },
      ),
    );
    return { file, size, ...totals };
  } finally {
    // A failure may have left a COPY in progress, which goes with its connection.
    await client.end();
  }
}

async function identify(
  client: pg.ClientBase,
): Promise<{ migration: number; installation: string }> {
  const [table] = (
    await client.query<{ found: boolean }>(
      `select to_regclass('installation') is not null and to_regclass('migrations') is not null as found`,
    )
  ).rows;
  if (!table?.found) throw new BackupError('This database contains no Manufacturing CRM data.');
  const result = await client.query<{ migration: number; installation: string }>(
    `select (select max(number) from migrations) as migration, id::text as installation
     from installation`,
  );
  const [row] = result.rows;
  if (!row) throw new BackupError('This database contains no Manufacturing CRM data.');
  return row;
}

async function* behind(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* framesOf(
  client: pg.ClientBase,
  dataDir: string,
  totals: BackupTotals,
): AsyncGenerator<Buffer> {
  const tables = await listTables(client);
  // No one changes a table's columns until all of it is read.
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in access share mode`);
  yield frame({ kind: 'sequences', content: await readSequences(client) });
  for (const content of tables) {
    totals.rows += yield* partOf({ kind: 'table', content }, readRows(client, content));
    totals.tables += 1;
  }
  for (const name of await listFiles(dataDir)) {
    const content = createReadStream(path.join(dataDir, name)) as AsyncIterable<Buffer>;
    yield* partOf({ kind: 'file', content: { path: name } }, content);
    totals.files += 1;
  }
  yield frame({ kind: 'trailer', content: totals });
}

async function* partOf(head: Frame, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, number> {
  yield frame(head);
  const count = new PartCount();
  for await (const bytes of source) {
    count.add(bytes);
    yield frame({ kind: 'bytes', content: bytes });
  }
  const content = count.end();
  yield frame({ kind: 'end', content });
  return content.lines;
}

/** The files of the state, as paths below the data folder with slashes. */
async function listFiles(dataDir: string): Promise<string[]> {
  const found = await Promise.all(
    stateFolders.map(async (folder) => {
      const inside = await readdir(path.join(dataDir, folder), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => []);
      return inside
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)));
    }),
  );
  return found
    .flat()
    .map((name) => name.split(path.sep).join('/'))
    .sort();
}
