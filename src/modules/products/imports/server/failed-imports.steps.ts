import { logLine } from '~/kit/server/database/activity-log';
import { nobody } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';

interface Failure {
  fileName: string;
  sentence: string;
  /** Whose import it was; it failed by itself, so that this person is told of it too. */
  startedBy: number;
  now: Date;
}

/** One line in the feed for an import that failed as a whole. */
export async function logFailedImport(trx: Db, failure: Failure): Promise<void> {
  const { fileName, sentence, startedBy, now } = failure;
  await logLine(
    { trx, context: { person: nobody, now } },
    {
      type: 'product',
      id: null,
      label: fileName,
      action: 'import failed',
      title: 'Import failed',
      message: `${fileName}: ${sentence}`,
      before: null,
      after: { started_by: startedBy },
    },
  );
}
