import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { compareTexts } from '~/kit/ui/feeds/list-rows';
import { type List, useList } from '~/kit/ui/records/list-store';
import { queryClient } from '~/kit/ui/calls/query-client';
import { useFresh } from '~/kit/ui/records/useFresh';
import { useRecords } from '~/kit/ui/records/useRecords';
import type { UserSession } from '../../sessions/sessions.fields';
import type { DirectoryUser, NewAccount, User, UserPatch } from '../../users.fields';

export function useUsers() {
  const users = useRecords<User, NewAccount & { role_id?: number }, UserPatch>({
    entity: 'users',
    path: '/users',
    unscoped: true,
  });
  return useMemo(
    () => ({
      ...users,
      resetPassword: async (id: number, password: string) =>
        users.put(await api.put<User>(`/users/${id}/reset-password`, { password })),
      resetFactor: async (id: number) => {
        await api.delete(`/users/${id}/second-factor`);
      },
      unlink: async (id: number) => {
        await api.delete(`/users/${id}/single-sign-on`);
        await queryClient.invalidateQueries({ queryKey: [linked] });
      },
    }),
    [users],
  );
}

export type Users = ReturnType<typeof useUsers>;

const linked = '/users/single-sign-on';

/** The users who are known at the provider of single sign-on; none until the server has said so. */
export function useLinkedUsers(): ReadonlySet<number> {
  const { data } = useFresh<{ id: number }[]>(linked);
  return useMemo(() => new Set(data?.map(({ id }) => id)), [data]);
}

/** Where a user is signed in, fetched again each time it is shown. */
export function useUserSessions(user: number) {
  const path = `/users/${user}/sessions`;
  const { data: sessions = [], state, reload } = useFresh<UserSession[]>(path, { gcTime: 0 });
  return {
    sessions,
    state,
    retry: () => void reload(),
    endAll: async () => {
      await api.delete(path);
      await reload();
    },
  };
}

/** All current and former assignees. */
export function useDirectory(): List<DirectoryUser> {
  return useList<DirectoryUser>({
    entity: 'users',
    path: '/users/directory',
    unscoped: true,
    order: byName,
  });
}

function byName(a: DirectoryUser, b: DirectoryUser): number {
  return (
    compareTexts(a.first_name, b.first_name) ||
    compareTexts(a.last_name, b.last_name) ||
    a.id - b.id
  );
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
