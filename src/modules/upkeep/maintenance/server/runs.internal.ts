import path from 'node:path';
import { BackupError } from '~/kit/server/backup/backup-error';
import { checkBackup } from '~/kit/server/backup/read-backup';
import { writeBackup } from '~/kit/server/backup/write-backup';
import { type Check, runChecks } from '~/kit/server/checks/checks';
import { logLine } from '~/kit/server/database/activity-log';
import { announce } from '~/kit/server/database/announce';
import { anonymous } from '~/kit/server/database/context';
import type { Database } from '~/kit/server/database/db';
import { inTransaction, type Transaction } from '~/kit/server/database/transaction';
import { reasonOf } from '~/kit/server/errors';
import type { Trace } from '~/kit/server/retention/traces';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { backupName, isNightDue } from '../backups.rules';
import type { BackupResult, RunKind, VerifyResult } from '../runs.fields';
import {
  askForRun,
  type Ending,
  endRun,
  failAbandonedRuns,
  findLastNight,
  startRun,
} from './runs.queries';

/** What the app tells this module of the process it runs in. */
export interface Maintained {
  dataDir: string;
  /** BACKUP_DIR; without it nothing is backed up on its own. */
  folder: string | undefined;
  passphrase: string | undefined;
  /** The version of the program. */
  program: string;
  checks: readonly Check[];
  traces: readonly Trace[];
}

interface Turn extends Maintained {
  database: Database;
  now: Date;
  signal: AbortSignal | undefined;
}

/** Does what waits, and every night a backup and the checks; one turn at a time over all copies. */
export async function runWaiting(turn: Turn): Promise<void> {
  const { database, now, signal, folder } = turn;
  await failAbandonedRuns(database.db, now);
  if (folder !== undefined) await askForNight(turn);
  for (;;) {
    if (signal?.aborted) return;
    const run = await startRun(database.db, kindsOf(folder), now);
    if (!run) return;
    await notifyAbout(database, run.id);
    const began = performance.now();
    const { unexpected, ...ending } = await endingOf(run.kind, turn);
    const ended = new Date(now.getTime() + performance.now() - began);
    await inTransaction(database.db, async (trx) => {
      await endRun(trx, { ...ending, id: run.id, now: ended });
      announceRun(trx, run.id);
      const bad = faultOf(run.kind, ending);
      if (bad) logFault(trx, { ...bad, id: run.id, now: ended });
    });
    // The log has what the run does not say.
    if (unexpected) throw unexpected;
  }
}

/** A copy without a folder leaves backups to one that has it. */
function kindsOf(folder: string | undefined): readonly RunKind[] {
  return folder === undefined ? ['verify'] : ['backup', 'verify'];
}

async function askForNight({ database, now }: Turn): Promise<void> {
  await inTransaction(database.db, async (trx) => {
    const { time_zone: timeZone } = await getSettings(trx);
    const last = await findLastNight(trx);
    if (!isNightDue({ now, timeZone, last })) return;
    for (const kind of ['backup', 'verify'] as const) await askForRun(trx, { kind, by: null, now });
  });
}

async function notifyAbout({ db }: Database, id: number): Promise<void> {
  await inTransaction(db, async (trx) => announceRun(trx, id));
}

export function announceRun(trx: Transaction, id: number): void {
  announce(trx, { entity: 'maintenance_runs', id });
}

async function endingOf(kind: RunKind, turn: Turn): Promise<Ending & { unexpected?: Error }> {
  try {
    const result = kind === 'backup' ? await backUp(turn) : await verify(turn);
    return { status: 'done', result };
  } catch (error) {
    if (turn.signal?.aborted)
      return { status: 'failed', error: 'The server was stopped during the run' };
    if (error instanceof BackupError) return { status: 'failed', error: error.message };
    const reason = reasonOf(error) ?? 'see the log of the server';
    const unexpected = error instanceof Error ? error : new Error(String(error));
    return { status: 'failed', error: `It ended unexpectedly: ${reason}`, unexpected };
  }
}

async function backUp(turn: Turn): Promise<BackupResult> {
  const { database, dataDir, folder, passphrase, program, now, signal } = turn;
  if (folder === undefined) throw new BackupError('BACKUP_DIR is not set.');
  const file = path.join(folder, backupName(now));
  const source = { connect: database.openClient, dataDir, program };
  const { size, rows } = await writeBackup(source, { file, passphrase, now, signal });
  // What can't be read back is not a backup.
  await checkBackup({ file, passphrase });
  return { file, size, rows, encrypted: passphrase !== undefined };
}

async function verify({ database, checks, signal }: Turn): Promise<VerifyResult> {
  const results = await runChecks(database.openClient, checks, signal);
  return { checks: results.length, wrong: results.filter(({ faults }) => faults > 0) };
}

interface Fault {
  action: 'backup failed' | 'verify failed';
  title: string;
  message: string;
}

/** The fault that administrators are notified of; none if the server was stopped. */
function faultOf(kind: RunKind, ending: Ending): Fault | null {
  if (kind === 'backup') {
    if (ending.status === 'done') return null;
    return { action: 'backup failed', title: 'Backup failed', message: ending.error };
  }
  const title = 'Verification failed';
  if (ending.status === 'failed') return { action: 'verify failed', title, message: ending.error };
  const wrong = 'wrong' in ending.result ? ending.result.wrong : [];
  const [first] = wrong;
  if (!first) return null;
  return { action: 'verify failed', title, message: `${first.name}: ${first.first[0] ?? ''}` };
}

function logFault(
  trx: Transaction,
  { id, now, action, title, message }: Fault & { id: number; now: Date },
): void {
  logLine(
    { trx, context: { person: anonymous, now } },
    {
      type: 'other',
      entity: 'maintenance_runs',
      id,
      label: title,
      action,
      title,
      message,
      before: null,
      after: null,
    },
  );
}
