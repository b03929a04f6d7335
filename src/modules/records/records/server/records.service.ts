import type { Historical } from '~/kit/server/audit/history';
import { logLine } from '~/kit/server/database/activity-log';
import type { Context, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { type Entity, openRecord, readRecord } from '~/kit/server/database/entity';
import { AppError } from '~/kit/server/errors';
import type { Fields } from '~/kit/shared/fields/fields';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { may } from '~/modules/organization/users/rights.rules';
import { findReader } from './records.queries';
import { type RecordKind, lists, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';

export { findReader };
export { hangingTables, registerHanging } from './hanging.retention';

/** What everything that is attached to a record needs to know of it. */
export interface RecordSummary {
  kind: RecordKind;
  id: number;
  /** The name or number that people know it by. */
  label: string;
  workspace_id: number | null;
}

interface Source {
  history: Historical;
  read: (context: Pick<Context, 'db' | 'person'>, id: number) => Promise<RecordSummary>;
  open: (write: Write, id: number) => Promise<RecordSummary>;
}

const sources = new Map<RecordKind, Source>();

/**
 * Lets notes, files and the like be attached to records of a kind, and says what their history shows; called by
 * src/app/modules.ts through each module.
 */
export function registerRecords<F extends Fields>(
  kind: RecordKind,
  history: Historical & { entity: Entity<F> },
): void {
  const { entity } = history;
  const scoped: Entity<F> = { ...entity, readableBy: (person) => readable(person, kind) };
  const summaryOf = (row: Parameters<typeof entity.label>[0]): RecordSummary => {
    const { id, workspace_id } = row as unknown as { id: number; workspace_id?: number | null };
    return { kind, id, label: entity.label(row), workspace_id: workspace_id ?? null };
  };
  sources.set(kind, {
    history,
    read: async (context, id) => summaryOf(await readRecord(context, scoped, id)),
    open: async (write, id) => summaryOf(await openRecord(write, scoped, id)),
  });
}

/** 404 where there is none, or none that the person may read. The call asks for the right to read the kind. */
export async function readRecordOf(
  context: Pick<Context, 'db' | 'person'>,
  kind: RecordKind,
  id: number,
): Promise<RecordSummary> {
  return sourceOf(kind).read(context, id);
}

/** The record, locked for someone who adds something to it; 404, or 403 in a workspace in which they only read. */
export async function openRecordOf(
  write: Write,
  kind: RecordKind,
  id: number,
): Promise<RecordSummary> {
  return sourceOf(kind).open(write, id);
}

/** What the log keeps of a kind's records, for their timelines. */
export function historyOf(kind: RecordKind): Historical {
  return sourceOf(kind).history;
}

function sourceOf(kind: RecordKind): Source {
  const source = sources.get(kind);
  if (!source) throw new Error(`No records are registered for ${kind}`);
  return source;
}

/** The record as an active user reads it; null for whom it is not there, so that no work on it can be theirs. */
export async function findRecordFor(
  db: Db,
  user: number,
  { kind, id }: Pick<RecordSummary, 'kind' | 'id'>,
): Promise<RecordSummary | null> {
  const person = await findReader(db, user);
  if (!person || !may(person, `${subjectOfKind(kind)}.read`).ok) return null;
  try {
    return await readRecordOf({ db, person }, kind, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}

interface RecordLine {
  action: string;
  title: string;
  message: string;
  after?: Record<string, unknown>;
}

/** A line of the feed about a record, for something that is attached to it: a user who may not read the one does not see the other. */
export function logAbout(write: Write, record: RecordSummary, line: RecordLine): void {
  const { kind, id, label, workspace_id } = record;
  logLine(write, {
    type: lists[kind].type,
    entity: kind,
    id,
    label,
    workspace_id,
    before: null,
    after: null,
    ...line,
    message: `${label}: ${line.message}`,
  });
}
