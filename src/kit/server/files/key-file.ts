import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** The key of 32 bytes that a file of `DATA_DIR` holds in hex; null without the file. */
export async function findKey(file: string): Promise<Buffer | null> {
  try {
    const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
    if (key.length !== 32) throw new Error(`${file} does not hold a key of 32 bytes in hex`);
    return key;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The same, made at first use. A key is there as a whole or not at all; of two that are made at once, one stays. */
export async function ensureKey(file: string): Promise<Buffer> {
  return (await findKey(file)) ?? (await makeKey(file));
}

async function makeKey(file: string): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('hex')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  const key = await findKey(file);
  if (!key) throw new Error(`${file} was deleted again`);
  return key;
}
