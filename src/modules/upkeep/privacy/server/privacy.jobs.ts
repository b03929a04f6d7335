import { inTransaction, systemAt } from '~/kit/server/database/transaction';
import type { Job } from '~/kit/server/jobs/jobs';
import { erasingJob, replaceCopies } from './anonymization.actions';
import { endErasure, listErasures } from './former-identity.queries';
import { deleteMailsNaming } from './outbox.internal';

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
