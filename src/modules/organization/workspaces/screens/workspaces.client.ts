import type { SessionUser } from '~/modules/organization/users/sessions/sessions.fields';
import { useMemo } from 'react';
import type { Right } from '~/kit/shared/access';
import type { Verdict } from '~/kit/shared/verdict';
import { api } from '~/kit/ui/calls/api';
import { useList } from '~/kit/ui/records/list-store';
import { useRecords } from '~/kit/ui/records/useRecords';
import {
  rememberUser,
  useSession,
} from '~/modules/organization/users/sessions/screens/session.client';
import type { Member, MemberRole, Workspace, WorkspacePatch } from '../workspaces.fields';
import { mayHere } from '~/modules/organization/users/rights.rules';
import { canWrite } from '../workspaces.rules';

/** The person's workspaces (for an administrator all) and their actions. */
export function useWorkspaces() {
  return useRecords<Workspace, WorkspacePatch>({
    entity: 'workspaces',
    path: '/workspaces',
    // Rows contain the person's role; administrators see more rows.
    dependsOn: ['session'],
    unscoped: true,
  });
}

export type Workspaces = ReturnType<typeof useWorkspaces>;

export function useMembers(workspace: number) {
  const path = `/workspaces/${workspace}/members`;
  const list = useList<Member>({
    entity: 'workspace_members',
    path,
    dependsOn: ['users'],
    unscoped: true,
  });
  return useMemo(
    () => ({
      ...list,
      add: async (user_id: number, role: MemberRole) => {
        await api.post<Member>(path, { user_id, role });
        list.retry();
      },
      change: async ({ user_id }: Member, role: MemberRole) =>
        list.put(await api.put<Member>(`${path}/${user_id}`, { role })),
      remove: async ({ id, user_id }: Member) => {
        await api.delete(`${path}/${user_id}`);
        list.remove(id);
      },
    }),
    [list, path],
  );
}

export type Members = ReturnType<typeof useMembers>;

/** Chooses the current workspace, null for the whole company; cached data of the previous one is dropped (Shell). */
export async function chooseWorkspace(workspace_id: number | null): Promise<void> {
  rememberUser((await api.put<{ user: SessionUser }>('/auth/workspace', { workspace_id })).user);
}

/**
 * Whether the signed-in person may write in the current workspace; a viewer only reads
 * (docs/product/workspaces.md#viewers).
 */
export function useCanWrite(): Verdict {
  const { workspace_role } = useSession();
  return useMemo(() => canWrite(workspace_role), [workspace_role]);
}

/** Whether the role of the signed-in person permits something where they work (docs/product/roles.md#rights). */
export function useMay(right: Right): Verdict {
  const { role, rights, workspace_role } = useSession();
  return useMemo(
    () => mayHere({ role, rights, workspace_role }, right),
    [role, rights, workspace_role, right],
  );
}
