import type { Write } from '~/kit/server/database/context';
import { databaseCode } from '~/kit/server/database/db';
import { eachApart, faultOf } from '~/kit/server/database/faults';
import { countDependentsOfMany, newestDependents } from '~/kit/server/database/dependents';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { reachOf } from '~/modules/organization/users/rights.rules';
import { writableIn } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { UndoResponse } from '../batches.fields';
import { sinceBy } from '../batches.rules';
import { findUndoTable, partsOf } from './registry.service';
import {
  changedBy,
  imageOf,
  imagesOf,
  type Of,
  type RowState,
  whereNow,
  withNewParts,
} from './undo.queries';
import { type Kind, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';

/** By id: why a row stays as it is. */
export type Reasons = Map<number, string>;

const noAccess = 'You do not have access to it';
export const hiddenRecord = 'A record that you do not have access to';

/** The name of a skipped row, hidden where the person may not read it. */
export function namedSkipped(
  { id, label }: Pick<RowState, 'id' | 'label'>,
  reason: string,
): UndoResponse['left'][number] {
  return { id, label: reason === noAccess ? hiddenRecord : label, reason };
}

/** The entry of a record that was restored without the former values of some custom fields. */
export function partlySkipped(
  row: Pick<RowState, 'id' | 'label'>,
  labels: string,
): UndoResponse['left'][number] {
  const reason = `Restored without ${labels}: the former field or choice no longer exists`;
  return namedSkipped(row, reason);
}

interface Judged {
  table: string;
  since: string;
  kind: Kind | null;
  /** Whether the person chose these rows; false for rows that the undo of others involves. */
  isRequested: boolean;
}

/** Why rows stay: something newer replaced them, or the person may no longer write them. */
export async function whyStale(
  write: Write,
  { table, since, kind, isRequested }: Judged,
  rows: readonly RowState[],
): Promise<Reasons> {
  const reasons: Reasons = new Map();
  const late = rows.filter(({ stale }) => stale === 'changed' || stale === 'gone');
  const names = await changedBy(
    write.trx,
    { table, since },
    late.map(({ id }) => id),
  );
  for (const { id, stale } of rows) {
    if (stale === 'back') reasons.set(id, 'It has already been restored');
    else if (stale !== null)
      reasons.set(id, sinceBy(stale === 'gone' ? 'Deleted' : 'Changed', names.get(id) ?? null));
  }
  if (kind === null) return reasons;
  const ids = rows.map(({ id }) => id);
  const placements = await whereNow(write, { table, kind }, ids);
  const mayWrite = writableIn(write);
  for (const { id, operation, workspace_id } of rows) {
    const placement = placements.get(id);
    const workspace = operation === 'insert' ? workspace_id : (placement?.workspace_id ?? null);
    const isRead =
      placement?.is_read ?? reachOf(write.context.person, subjectOfKind(kind)) !== 'none';
    if (!isRead && (isRequested || reasons.has(id))) reasons.set(id, noAccess);
    else if (isRequested && !(await mayWrite(workspace)))
      reasons.set(id, 'You have read-only access to its workspace');
  }
  return reasons;
}

/** Created records that something refers to, or to which something was added since. */
export async function whyNeeded(
  write: Write,
  { batch, table }: Of,
  ids: readonly number[],
): Promise<Reasons> {
  const counted = await countDependentsOfMany(write.trx, table, ids);
  const labels = await newestDependents(write, table, [...counted.keys()]);
  const reasons: Reasons = new Map(
    [...labels].map(([id, label]) => [id, `It is used by ${label ?? hiddenRecord.toLowerCase()}`]),
  );
  for (const part of partsOf(table)) {
    if (part.noun === null) continue;
    for (const id of await withNewParts(write.trx, batch, part, ids))
      reasons.set(id, `It has a new ${part.noun}`);
  }
  return reasons;
}

/** Former values that a rule of today forbids (docs/product/bulk.md#undo). */
export async function whyBroken(
  write: Write,
  { batch, table }: Of,
  ids: readonly number[],
): Promise<Reasons> {
  const broken = findUndoTable(table)?.broken;
  return broken && ids.length > 0 ? broken(write, imagesOf({ batch, table }, ids)) : new Map();
}

/** Whether an error is about the rows that were written and not about the work as such. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError || databaseCode(error).startsWith('23');
}

/** A record that failed with an unexpected error; its id and cause go to the log. */
export interface Fault {
  id: number;
  error: unknown;
}

/** Writes what failed to the log. */
export type NoteFaults = (list: string, faults: readonly Fault[]) => void;

/** Does `work` for all of the ids at once; a row that fails stops no other. Gives what those failed with. */
export async function inParts(
  trx: Transaction,
  ids: readonly number[],
  work: (ids: readonly number[]) => Promise<void>,
): Promise<Map<number, unknown>> {
  const failed = await eachApart(trx, ids, work);
  return new Map(failed.map(({ item, error }) => [item, error]));
}

/** Why a row was left; throws what would stop every other row as well. */
export async function whyRefused(
  write: Write,
  {
    id,
    operation,
    error,
    ...of
  }: Of & { id: number; operation: RowState['operation']; error: unknown },
): Promise<string> {
  if (!isRefusal(error) || error instanceof AppError) return faultOf(error);
  const code = databaseCode(error);
  if (code === '23505') {
    const image = await imageOf(write.trx, of, id);
    const clash = await findUndoTable(of.table)?.clash?.(write, image);
    return clash ?? 'Another record now has one of its previous values';
  }
  if (code !== '23503') return 'Its previous values are no longer allowed';
  if (operation === 'delete') return 'Another record refers to it';
  return 'The record it belonged to was deleted';
}
