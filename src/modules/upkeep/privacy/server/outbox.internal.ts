import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { namesIn } from '~/kit/server/retention/files';
import { namesAny } from '../privacy.rules';

/** Deletes the mails saved as files that hold any of these words, to whomever they are. */
export async function deleteMailsNaming(dataDir: string, texts: readonly string[]): Promise<void> {
  const folder = path.join(dataDir, 'outbox');
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name);
    const content = await readFile(file).catch(() => null);
    if (content && namesAny(content.toString('latin1'), texts)) await rm(file, { force: true });
  }
}
