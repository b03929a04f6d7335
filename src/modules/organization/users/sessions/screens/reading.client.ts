import type { ListScope } from '~/kit/ui/feeds/list-cache';
import { may } from '../../rights.rules';
import type { SessionUser } from '../sessions.fields';
import { currentUser } from './session.client';
import { kindOfEntity, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';

/** Whether a list may contain this record in the current workspace (docs/product/workspaces.md#current-workspace). */
export function isWhereOneWorks(row: { id: number; workspace_id?: number | null }): boolean {
  const chosen = currentUser()?.current_workspace ?? null;
  return chosen === null || row.workspace_id === undefined || row.workspace_id === chosen;
}

/** Whether the signed-in person reads an entity at all; an entity without rights is open to everyone. */
export function isReadHere(entity: string): boolean {
  const user = currentUser();
  const kind = kindOfEntity(entity);
  return !user || !kind || may(user, `${subjectOfKind(kind)}.read`).ok;
}

/** Changes with what the person reads: another role, other workspaces, the wall between them. */
export function readingOf({ rights, role, workspaces, workspace_isolation }: SessionUser): string {
  return JSON.stringify([rights, role, workspace_isolation, workspaces]);
}

/** Whose lists this browser may keep: those of this person, with these rights, of this installation. */
export function listScope(): ListScope | null {
  const user = currentUser();
  if (!user) return null;
  const { id, installation, current_workspace, workspace_role } = user;
  return {
    owner: { installation: `${installation} ${readingOf(user)}`, person: id },
    workspace: JSON.stringify([current_workspace, workspace_role]),
  };
}
