import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Job } from '~/kit/server/jobs/jobs';

const atOnce = 2000;

/** Every second: adds new entries of the audit log to its chain of hashes (docs/product/log.md#chain). */
export const sealingJob: Job = {
  name: 'audit.seal',
  everySeconds: 1,
  run: ({ db }) => sealLog(db),
};

/** Seals all entries that are committed. Writers never wait for it. */
export async function sealLog(db: Db): Promise<void> {
  for (let sealed = atOnce; sealed === atOnce; ) {
    const result = await sql<{
      sealed: number;
    }>`select seal_audit_log(${atOnce}) as sealed`.execute(db);
    sealed = result.rows[0]?.sealed ?? 0;
  }
}
