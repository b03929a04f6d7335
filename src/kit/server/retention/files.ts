import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Trace } from './traces';

/** Files of a folder, by when they were last written; those with other names are left alone. */
export function filesTrace(kind: string, folder: string, isOne: (name: string) => boolean): Trace {
  const found = async () => {
    const names = (await namesIn(folder)).filter(isOne).sort();
    const files = names.map(async (name) => {
      const file = path.join(folder, name);
      const written = await stat(file).catch(() => null);
      return written?.isFile() ? [{ file, at: written.mtime }] : [];
    });
    return (await Promise.all(files)).flat();
  };
  return {
    kind,
    oldest: async () => {
      const times = (await found()).map(({ at }) => at.getTime());
      return times.length === 0 ? null : new Date(Math.min(...times));
    },
    forget: async (_db, { before, most }) => {
      const old = (await found()).filter(({ at }) => at < before).slice(0, most);
      for (const { file } of old) await rm(file, { force: true });
      return old.length;
    },
  };
}

/** The names of a folder's entries; none where the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
}
