import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { extensionPoint } from '~/kit/server/database/extension-point';
import { clearChosenWorkspace, setChosenWorkspace } from './users.queries';

interface Membership {
  /** Joins user `u` to the membership in the workspace that the user has chosen. */
  join: SqlPart;
  /** With `join`: `current_workspace` and `workspace_role` of user `u`, null and null where none is chosen. */
  columns: SqlPart;
  /** The workspaces that nobody but this user owns, locked until the transaction ends. */
  lockOwnedAlone: (trx: Transaction, user: number) => Promise<{ id: number; name: string }[]>;
}

/** What users are in workspaces, from the module that owns those. */
export const membership = extensionPoint<Membership>('users.membership');

/** Notes where a user works from now on; null is the whole company. */
export async function chooseWorkspaceFor(
  trx: Transaction,
  user: number,
  workspace: number | null,
): Promise<void> {
  await setChosenWorkspace(trx, user, workspace);
}

/** A user who is taken out of a workspace works in it no more. */
export async function leaveWorkspace(
  trx: Transaction,
  place: { workspace: number; user: number },
): Promise<void> {
  await clearChosenWorkspace(trx, place);
}
