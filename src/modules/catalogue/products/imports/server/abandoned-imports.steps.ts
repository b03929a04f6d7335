import type { Transaction } from '~/kit/server/database/transaction';
import { sendToUser } from '~/kit/server/database/announce';
import { logFailedImport } from './failed-imports.steps';
import { endJob, lockAbandoned } from './imports.queries';

const silentMs = 3000;

const sentences = {
  import:
    'The server was stopped during this import. Nothing was changed. Please import the file again.',
  export: 'The server was stopped during this export. Please try again.',
};

/** Marks the jobs of a server that is gone as failed. Their changes were rolled back with their transactions. */
export async function endAbandoned(trx: Transaction, now: Date): Promise<void> {
  const before = new Date(now.getTime() - silentMs);
  for (const job of await lockAbandoned(trx, before)) {
    const { id, user_id, kind, subject, file_name, dry_run } = job;
    const counts = { processed: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };
    const error = sentences[kind];
    await endJob(trx, id, { status: 'failed', counts, error, now });
    if (kind === 'import' && !dry_run) {
      const failure = { subject, fileName: file_name, sentence: error, startedBy: user_id, now };
      logFailedImport(trx, failure);
    }
    await sendToUser(trx, user_id, `${kind}-error`, { job_id: id, error });
  }
}
