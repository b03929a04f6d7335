import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { inTransaction, systemAt } from '~/kit/server/database/transaction';
import type { Job } from '~/kit/server/jobs/jobs';
import { namesIn } from '~/kit/server/retention/files';
import { namesAny } from '../privacy.rules';
import { erasingJob, replaceCopies } from './anonymization.actions';
import { endErasure, listErasures } from './former-identity.queries';

/** Looks for copies that were made while a person was anonymized, and through the mails that were saved as files. */
export function privacyJobs({ dataDir }: { dataDir: string }): readonly Job[] {
  return [
    {
      name: erasingJob,
      everySeconds: 5,
      run: async ({ db }, now) => {
        for (const { is_settled, ...erasure } of await listErasures(db)) {
          await deleteMailsNaming(dataDir, [...erasure.emails, ...erasure.names]);
          if (!is_settled) continue;
          await inTransaction(
            db,
            async (trx) => {
              await replaceCopies(trx, erasure, now);
              await endErasure(trx, erasure.user);
            },
            systemAt(now),
          );
        }
      },
    },
  ];
}

/** Deletes the mails saved as files that hold any of these words, to whomever they are. */
async function deleteMailsNaming(dataDir: string, texts: readonly string[]): Promise<void> {
  const folder = path.join(dataDir, 'outbox');
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name);
    const content = await readFile(file).catch(() => null);
    if (content && namesAny(content.toString('latin1'), texts)) await rm(file, { force: true });
  }
}
