import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { DirectoryUser, NewAccount, User, UserPatch } from '../../users.fields';

type Patch = UserPatch & { updated_at?: string };

export function useUsers() {
  const list = useList<User>({ entity: 'users', path: '/users', unscoped: true });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type Users = ReturnType<typeof useUsers>;

function actions(list: List<User>) {
  const kept = (user: User): User => {
    list.put(user);
    return user;
  };
  return {
    create: async (values: NewAccount) => kept(await api.post<User>('/users', values)),
    update: async (id: number, patch: Patch) => kept(await api.put<User>(`/users/${id}`, patch)),
    resetPassword: async (id: number, password: string) =>
      kept(await api.put<User>(`/users/${id}/reset-password`, { password })),
    delete: async (id: number) => {
      await api.delete(`/users/${id}`);
      list.remove(id);
    },
  };
}

/** All current and former assignees. */
export function useDirectory(): List<DirectoryUser> {
  return useList<DirectoryUser>({
    entity: 'users',
    path: '/users/directory',
    whole: true,
    unscoped: true,
  });
}

/** The active users as choices of a select, plus the one that is currently set. */
export function useAssignees(chosen?: number | null): readonly { value: string; label: string }[] {
  const { rows } = useDirectory();
  return useMemo(
    () =>
      rows
        .filter((user) => user.is_active || user.id === chosen)
        .map((user) => ({ value: String(user.id), label: fullName(user) })),
    [rows, chosen],
  );
}

export function fullName(user: { first_name: string | null; last_name: string | null }): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ');
}
