import { logLine } from '~/kit/server/database/activity-log';
import { nobody } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';

interface Failure {
  fileName: string;
  sentence: string;
  /** Whose import it was; it failed by itself, so that this person is told of it too. */
  startedBy: number;
  now: Date;
}

/** One line in the feed for an import that failed as a whole. */
export function logFailedImport(trx: Transaction, failure: Failure): void {
  const { fileName, sentence, startedBy, now } = failure;
  logLine(
    { trx, context: { person: nobody, now } },
    {
      type: 'product',
      entity: 'products',
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
