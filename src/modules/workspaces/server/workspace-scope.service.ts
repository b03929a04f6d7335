import type { Person, Write } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { enforce } from '~/kit/server/errors';
import { onlyReads } from '~/kit/shared/access';
import { inWorkspaceOf, isViewerOfAny, listWorkspaceIds } from './workspaces.queries';

/**
 * The SQL condition for listing a record, where `column` is its workspace: the chosen workspace, or any while the whole
 * company is chosen (docs/product/workspaces.md#current-workspace). Contains no parameters.
 */
export function inWorkspace(person: Pick<Person, 'current_workspace'>, column: SqlPart): SqlPart {
  return inWorkspaceOf(person, column);
}

export function workspaceOfNew(person: Pick<Person, 'current_workspace'>): number | null {
  return person.current_workspace;
}

/**
 * 403 when the person is a viewer in the workspace of any of the records, whichever is chosen; administrators may
 * always write.
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

export async function sampleWorkspaces(
  trx: Transaction,
): Promise<(index: number) => number | null> {
  const ids = await listWorkspaceIds(trx);
  return (index) => (index % 4 === 1 ? (ids[Math.floor(index / 4) % 3] ?? null) : null);
}
