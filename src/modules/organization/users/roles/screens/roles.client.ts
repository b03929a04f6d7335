import { useMemo } from 'react';
import { useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import type { Records } from '~/kit/ui/records/useRecords';
import type { NewRole, Role, RolePatch } from '../../roles.fields';
import { rolePicks } from '../../roles.rules';

export function useRoles() {
  const list = useList<Role>({
    entity: 'roles',
    path: '/roles',
    unscoped: true,
    order: (a, b) => a.id - b.id,
  });
  // Rows have the number of users who have the role.
  return useMemo((): Records<Role, NewRole, RolePatch> => {
    const calls = recordCalls({ ...list, put: list.retry }, (role: Role) => role);
    return { ...list, ...calls };
  }, [list]);
}

export type Roles = ReturnType<typeof useRoles>;

/** For a select of `rolePick`. */
export function useRolePicks(): readonly { value: string; label: string }[] {
  const { rows } = useRoles();
  return useMemo(() => rolePicks(rows), [rows]);
}

export function useRoleChoices(): readonly { value: string; label: string }[] {
  const { rows } = useRoles();
  return useMemo(() => rows.map(({ id, name }) => ({ value: String(id), label: name })), [rows]);
}
