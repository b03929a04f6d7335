import { randomBytes } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './backup-error';

/**
 * Lets `write` fill a file under a temporary name, makes sure that the disk has it, and then gives it its own: under
 * that name there is never half a file, and nothing is left of a failure. Gives its size in bytes; BackupError when
 * the folder can't be written to or its disk is full.
 */
export async function writeWhole(
  file: string,
  write: (output: WriteStream) => Promise<void>,
): Promise<number> {
  const folder = path.dirname(file);
  const half = path.join(folder, `.${path.basename(file)}.${randomBytes(6).toString('hex')}.part`);
  try {
    await write(createWriteStream(half, { flags: 'wx', mode: 0o600, flush: true }));
    const { size } = await stat(half);
    await rename(half, file);
    await flushFolder(folder);
    return size;
  } catch (error) {
    await rm(half, { force: true }).catch(() => undefined);
    throw asBackupError(error, file);
  }
}

/** A crash after this does not take the new name back. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch {
    // Some file systems don't let a folder be flushed.
  } finally {
    await handle.close();
  }
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function asBackupError(error: unknown, file: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  // Other errors have their own message.
  if (code === undefined || syscall === undefined) return error;
  if (fullDisk.has(code)) return new BackupError(`Not enough disk space for ${file}.`);
  return new BackupError(`The backup cannot be written to ${file}: ${message}.`);
}
