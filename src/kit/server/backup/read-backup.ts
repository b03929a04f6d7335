import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { damaged, openChunks } from './backup-chunks';
import { BackupError } from './backup-error';
import {
  type BackupTotals,
  type FilePart,
  type Frame,
  PartCount,
  type PartEnd,
  readFrames,
  type SequenceValue,
  type TablePart,
} from './backup-frames';
import { type BackupHeader, headerReach, openHeader, type OpenedHeader } from './backup-header';
import { ByteSource } from './byte-source';

export interface BackupFile {
  file: string;
  passphrase: string | undefined;
}

export interface PartSink {
  write: (bytes: Buffer) => Promise<void>;
  end: (count: PartEnd) => Promise<void>;
}

export interface BackupReader {
  table: (table: TablePart) => Promise<PartSink>;
  file: (file: FilePart) => Promise<PartSink>;
  sequences: (values: readonly SequenceValue[]) => Promise<void>;
}

const ignored: PartSink = { write: async () => undefined, end: async () => undefined };

/** Reads a whole backup without keeping anything of it: what it says of itself, and that it is whole and undamaged. */
export async function checkBackup(
  backup: BackupFile,
): Promise<{ header: BackupHeader; totals: BackupTotals }> {
  return readBackup(backup, {
    table: async () => ignored,
    file: async () => ignored,
    sequences: async () => undefined,
  });
}

/** What a backup says of itself. BackupError when it can't be opened. */
export async function readHeader(backup: BackupFile): Promise<BackupHeader> {
  return (await openFile(backup)).header;
}

/**
 * Hands a backup's parts to the reader, in the order in which they were written. BackupError as soon as a byte is not
 * what was written, and when anything is missing at the end.
 */
export async function readBackup(
  backup: BackupFile,
  reader: BackupReader,
): Promise<{ header: BackupHeader; totals: BackupTotals }> {
  const opened = await openFile(backup);
  try {
    return { header: opened.header, totals: await readParts(contentOf(backup, opened), reader) };
  } catch (error) {
    throw isPackingError(error) ? damaged() : error;
  }
}

async function openFile({ file, passphrase }: BackupFile): Promise<OpenedHeader> {
  const handle = await open(file, 'r').catch((error: Error) => {
    throw new BackupError(`The backup ${file} cannot be read: ${error.message}.`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerReach), 0, headerReach, 0);
    return await openHeader(buffer.subarray(0, bytesRead), passphrase);
  } finally {
    await handle.close();
  }
}

function contentOf({ file }: BackupFile, opened: OpenedHeader): AsyncIterable<Buffer> {
  const unpacked = createGunzip();
  pipeline(
    createReadStream(file, { start: opened.length }),
    (bytes: AsyncIterable<Buffer>) => openChunks(new ByteSource(bytes), opened),
    unpacked,
    // The failure comes out of `unpacked`, which is what is read.
    () => undefined,
  );
  return unpacked;
}

async function readParts(
  content: AsyncIterable<Buffer>,
  reader: BackupReader,
): Promise<BackupTotals> {
  const seen: BackupTotals = { tables: 0, files: 0, rows: 0 };
  let part: { sink: PartSink; count: PartCount; isTable: boolean } | null = null;
  for await (const frame of readFrames(content)) {
    if (frame.kind === 'bytes') {
      if (!part) throw damaged();
      part.count.add(frame.content);
      await part.sink.write(frame.content);
    } else if (frame.kind === 'end') {
      if (!part) throw damaged();
      const count = part.count.end();
      if (count.sha256 !== frame.content.sha256) throw damaged();
      await part.sink.end(count);
      if (part.isTable) seen.rows += count.lines;
      part = null;
    } else {
      if (part) throw damaged();
      part = await begin(frame, reader, seen);
    }
  }
  return seen;
}

type Opening = Exclude<Frame, { kind: 'bytes' | 'end' }>;

async function begin(
  frame: Opening,
  reader: BackupReader,
  seen: BackupTotals,
): Promise<{ sink: PartSink; count: PartCount; isTable: boolean } | null> {
  const isTable = frame.kind === 'table';
  switch (frame.kind) {
    case 'sequences':
      await reader.sequences(frame.content);
      return null;
    case 'table':
      seen.tables += 1;
      return { sink: await reader.table(frame.content), count: new PartCount(), isTable };
    case 'file':
      seen.files += 1;
      return { sink: await reader.file(frame.content), count: new PartCount(), isTable };
    case 'trailer':
      if (JSON.stringify(frame.content) !== JSON.stringify(seen)) throw damaged();
      return null;
  }
}

function isPackingError(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_');
}
