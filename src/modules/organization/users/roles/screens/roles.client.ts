import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { NewRole, Role, RolePatch } from '../../roles.fields';
import { rolePicks } from '../../roles.rules';

export function useRoles() {
  // Rows have the number of users who have the role.
  const list = useList<Role>({
    entity: 'roles',
    path: '/roles',
    unscoped: true,
    order: (a, b) => a.id - b.id,
  });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type Roles = ReturnType<typeof useRoles>;

function actions(list: List<Role>) {
  const stored = (role: Role): Role => {
    list.retry();
    return role;
  };
  return {
    create: async (values: NewRole) => stored(await api.post<Role>('/roles', values)),
    update: async (id: number, patch: RolePatch) =>
      stored(await api.put<Role>(`/roles/${id}`, patch)),
    delete: async (id: number) => {
      await api.delete(`/roles/${id}`);
      list.remove(id);
    },
  };
}

/** For a select of `rolePick`. */
export function useRolePicks(): readonly { value: string; label: string }[] {
  const { rows } = useRoles();
  return useMemo(() => rolePicks(rows), [rows]);
}

export function useRoleChoices(): readonly { value: string; label: string }[] {
  const { rows } = useRoles();
  return useMemo(() => rows.map(({ id, name }) => ({ value: String(id), label: name })), [rows]);
}
