import type { ErrorTable } from '~/kit/shared/error-codes';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { counted } from '~/kit/shared/money/numbers';
import {
  type BulkKindName,
  type MergeKindName,
  nounsOf,
} from '~/modules/organization/kinds/kinds.rules';
import type { Batch } from './batches.fields';

export const batchRefusals = {
  'batch.already_undone': [409, 'The change has already been undone'],
  'merge.same_record': [400, 'A record cannot be merged with itself'],
  'merge.right_missing': [403, 'The user cannot change all records that the merge would move'],
  'merge.hidden_records': [403, 'The user cannot see all records that the merge would move'],
  'batch.too_old': [409, 'A change can only be undone within 30 days'],
} as const satisfies ErrorTable;

/** So long a change can be undone (docs/product/bulk.md#undo). */
export const undoDays = 30;

type Undone = Pick<Batch, 'undone_at' | 'created_at'>;

export function canUndo({ undone_at, created_at }: Undone, now: Date): Verdict {
  if (undone_at !== null)
    return refused('batch.already_undone', 'This change has already been undone');
  if (Date.parse(created_at) >= earliestUndone(now).getTime()) return allowed;
  return refused(
    'batch.too_old',
    `This change is more than ${undoDays} days old and can no longer be undone`,
  );
}

export function earliestUndone(now: Date): Date {
  return new Date(now.getTime() - undoDays * 86_400_000);
}

/** Whether a bulk change of so many records is one event, and not one for each (docs/product/webhooks.md#events). */
export function isJoined(count: number): boolean {
  return count > 500;
}

/** The title of a batch that undoes another one; undone twice, a change has its own again. */
export function undoTitle(title: string): string {
  const prefix = 'Undone: ';
  return title.startsWith(prefix) ? title.slice(prefix.length) : `${prefix}${title}`;
}

/** "Leads changed: Status, Assigned To", or "Leads deleted" where there are no fields. */
export function bulkTitle(list: BulkKindName, fields: readonly string[] | null): string {
  const what = titleOf(list);
  return fields === null ? `${what} deleted` : `${what} changed: ${fields.join(', ')}`;
}

/** "Customers merged: Godavari Forgings into Godavari Castings" */
export function mergeTitle(
  list: MergeKindName,
  { from, into }: { from: string; into: string },
): string {
  return `${titleOf(list)} merged: ${from} into ${into}`;
}

function titleOf(list: BulkKindName | MergeKindName): string {
  const { plural } = nounsOf(list);
  return `${plural.slice(0, 1).toUpperCase()}${plural.slice(1)}`;
}

/** "Changed since by Asha Rao", without a name where no one knows who. */
export function sinceBy(verb: 'Changed' | 'Deleted', name: string | null): string {
  return name === null ? `${verb} since` : `${verb} since by ${name}`;
}

/** "4,997 records undone, 3 skipped" */
export function undoneText({
  undone,
  left: skipped,
}: {
  undone: number;
  left: readonly unknown[];
}): string {
  const done = `${counted(undone, 'record')} undone`;
  return skipped.length === 0 ? done : `${done}, ${skipped.length} skipped`;
}
