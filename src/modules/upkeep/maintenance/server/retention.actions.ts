import { logLine } from '~/kit/server/database/activity-log';
import { announce } from '~/kit/server/database/announce';
import type { Context } from '~/kit/server/database/context';
import type { Database, Db } from '~/kit/server/database/db';
import {
  inTransaction,
  lockName,
  systemAt,
  type Transaction,
} from '~/kit/server/database/transaction';
import { enforceConfirmed } from '~/kit/server/errors';
import type { Trace } from '~/kit/server/retention/traces';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { isNightDue } from '../backups.rules';
import type { RetainedData, RetentionPatch } from '../retention.fields';
import {
  daysInWords,
  retentionDays,
  forgottenBefore,
  isShorter,
  isRetentionKind,
  type RetentionKind,
  retentionKinds,
  retentionOf,
} from '../retention.rules';
import { listChosenDays, listLastRuns, noteRun, saveDays } from './retention.queries';

type Traces = readonly Trace[];

const atOnce = 1000;

/** Every kind with its days, its oldest data and its last cleanup. */
export async function listRetention(
  { db, now }: Pick<Context, 'db' | 'now'>,
  traces: Traces,
): Promise<RetainedData[]> {
  const [chosen, runs] = [await listChosenDays(db), await listLastRuns(db)];
  const listed: RetainedData[] = [];
  for (const kind of retentionKinds) {
    const { label, what, days, least, most, mayKeep } = retentionOf(kind);
    const run = runs.get(kind);
    // What has not expired yet is not kept for its days.
    const oldest = await oldestOf(db, traces, kind);
    listed.push({
      kind,
      label,
      what,
      days: retentionDays(kind, chosen.get(kind)),
      default_days: days,
      least_days: least,
      most_days: most,
      may_keep: mayKeep,
      oldest: oldest && oldest <= now ? oldest.toISOString() : null,
      cleaned_at: run?.cleaned_at ?? null,
      removed: run?.removed ?? null,
    });
  }
  return listed;
}

async function oldestOf(db: Db, traces: Traces, kind: RetentionKind): Promise<Date | null> {
  const found: Date[] = [];
  for (const trace of traces) {
    const oldest = trace.kind === kind ? await trace.oldest(db) : null;
    if (oldest) found.push(oldest);
  }
  return found.reduce<Date | null>((first, at) => (first && first <= at ? first : at), null);
}

/** How many days something is kept; null is forever. */
export async function findRetentionDays(db: Db, kind: RetentionKind): Promise<number | null> {
  return retentionDays(kind, (await listChosenDays(db)).get(kind));
}

/** Changes how long some kinds are kept, from the next night on; 403 for fewer days until the person confirmed their identity. */
export async function changeRetention(context: Context, patch: RetentionPatch): Promise<void> {
  await context.write(async (write, trx) => {
    await lockName(trx, 'retention');
    const chosen = await listChosenDays(trx);
    const changes: string[] = [];
    for (const [kind, days] of Object.entries(patch)) {
      if (!isRetentionKind(kind) || days === undefined) continue;
      const before = retentionDays(kind, chosen.get(kind));
      if (before === days) continue;
      if (isShorter(days, before)) enforceConfirmed(context.person);
      await saveDays(trx, kind, days);
      changes.push(
        `${retentionOf(kind).label}: ${daysInWords(days)}, before ${daysInWords(before)}`,
      );
    }
    if (changes.length === 0) return;
    logLine(write, {
      type: 'other',
      entity: 'retention_days',
      id: null,
      label: 'Retention',
      action: 'updated',
      title: 'Retention changed',
      message: changes.join('; '),
      before: null,
      after: null,
    });
    announceRetention(trx);
  });
}

function announceRetention(trx: Transaction): void {
  announce(trx, { entity: 'retention_days', id: null });
}

interface Night {
  database: Database;
  traces: Traces;
  now: Date;
  signal?: AbortSignal | undefined;
}

/** Forgets, once a night, what is past its days; a kind that fails does not stop the others and is tried again. */
export async function cleanUp(night: Night): Promise<void> {
  const { database, now, signal } = night;
  const { db } = database;
  const { time_zone: timeZone } = await getSettings(db);
  const [chosen, runs] = [await listChosenDays(db), await listLastRuns(db)];
  const failures: unknown[] = [];
  for (const kind of retentionKinds) {
    const last = runs.get(kind)?.cleaned_at;
    const before = forgottenBefore(retentionDays(kind, chosen.get(kind)), now);
    if (!before || !isNightDue({ now, timeZone, last: last ? new Date(last) : null })) continue;
    await cleanUpKind(night, kind, before).catch((error: unknown) => failures.push(error));
    if (signal?.aborted) return;
  }
  if (failures.length > 0) throw failures[0];
}

async function cleanUpKind(
  { database: { db }, traces, now, signal }: Night,
  kind: RetentionKind,
  before: Date,
): Promise<void> {
  let removed = 0;
  for (const trace of traces.filter((each) => each.kind === kind)) {
    // In short transactions: no one waits long for what a batch holds, and a stopped server has lost one at most.
    for (let result = atOnce; result === atOnce; removed += result) {
      if (signal?.aborted) return;
      const batch = { before, most: atOnce };
      result = await inTransaction(db, (trx) => trace.forget(trx, batch), systemAt(now));
    }
  }
  await inTransaction(db, async (trx) => {
    await noteRun(trx, { kind, now, removed });
    announceRetention(trx);
  });
}
