import type { Person, Write } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { enforce } from '~/kit/server/errors';
import { onlyReads } from '~/kit/shared/access';
import { inWorkspaceOf, isViewerOfAny, listWorkspaceIds } from './workspaces.queries';

/**
 * The condition under which a list shows a record, `column` being its workspace: that of the chosen workspace, or any
 * while the whole company is chosen (docs/product/workspaces.md#current-workspace). Holds no parameters.
 */
export function inWorkspace(person: Pick<Person, 'current_workspace'>, column: SqlPart): SqlPart {
  return inWorkspaceOf(person, column);
}

/** The workspace that a new record belongs to; null while the whole company is chosen. */
export function workspaceOfNew(person: Pick<Person, 'current_workspace'>): number | null {
  return person.current_workspace;
}

/**
 * 403 when the person only reads in a workspace that one of the records belongs to, whichever is chosen; an
 * administrator writes everywhere.
 */
export async function enforceCanWriteIn(
  { trx, context }: Write,
  workspaces: readonly (number | null | undefined)[],
): Promise<void> {
  const { person } = context;
  const ids = workspaces.filter((id) => typeof id === 'number');
  if (ids.length === 0 || person.role === 'admin') return;
  if (await isViewerOfAny(trx, person.id, ids)) enforce(onlyReads, 403);
}

/** For sample data: the workspace of the record at this place in its list, none of most of them. */
export async function sampleWorkspaces(
  trx: Transaction,
): Promise<(index: number) => number | null> {
  const ids = await listWorkspaceIds(trx);
  return (index) => (index % 4 === 1 ? (ids[Math.floor(index / 4) % 3] ?? null) : null);
}
