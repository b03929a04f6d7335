import { logLine } from '~/kit/server/database/activity-log';
import { nobody } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { importSubjects, type ImportSubject } from '../imports.fields';

interface Failure {
  subject: ImportSubject;
  fileName: string;
  sentence: string;
  /** The person who started the import; that person is notified too. */
  startedBy: number;
  now: Date;
}

export function logFailedImport(trx: Transaction, failure: Failure): void {
  const { subject, fileName, sentence, startedBy, now } = failure;
  logLine(
    { trx, context: { person: nobody, now } },
    {
      type: importSubjects[subject].type,
      entity: subject,
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
