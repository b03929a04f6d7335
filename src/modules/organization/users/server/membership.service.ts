import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { extensionPoint } from '~/kit/server/database/extension-point';

export { chooseWorkspaceFor, leaveWorkspace } from './users.queries';

interface Membership {
  /** SQL: joins user `u` to the membership in the user's chosen workspace. */
  join: SqlPart;
  /**
   * SQL, with `join`: `current_workspace` and `workspace_role` of user `u`, both null where none is chosen, the ids of
   * all `workspaces` of `u`, and `workspace_isolation`.
   */
  columns: SqlPart;
  /** The workspaces of which this user is the only owner, locked until the transaction ends. */
  lockOwnedAlone: (trx: Transaction, user: number) => Promise<{ id: number; name: string }[]>;
}

/** Memberships of users, provided by the workspaces module. */
export const membership = extensionPoint<Membership>('users.membership');
